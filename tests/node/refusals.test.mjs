// Tests of bad input: an Error with a clear message, at once, and no change of any object.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';

import { Fabric, Sweep, refusal, small } from './fabric.mjs';

const link = (changes) => small({ links: [{ a: 'a', b: 's', rate: '100G' }, { a: 's', b: 'b', rate: '40G', ...changes }] });
const flow = (changes) => small({ flows: [{ name: 'f', from: 'a', to: 'b', ...changes }] });
const million = () => Array.from({ length: 1e6 }, (_, n) => ({ name: `h${n}` }));

// Bad documents with their messages, which name place, value and range.
const REFUSED = {
  'not JSON': ['{"format": 1,', /^line 1, column 13: this is not JSON: /],
  'text that is no document': ['pause', /^line 1, column 1: this is not JSON: /],
  'no document': [undefined, /^a document is an object, JSON text, preset:NAME or a link$/],
  'a number': [7, /^a document is an object/],
  'a list': [[], /^a document is a JSON object; give one that begins with \{$/],
  'what has no JSON': [{ format: 1n }, /BigInt/],
  'another format': [small({ format: 2 }), /^format: is 2, but must be 1: this program reads documents of format 1$/],
  'a wrong type': [small({ hosts: 5 }), /^hosts: is 5, but must be a list of at most 4096$/],
  'a wrong type deeper': [flow({ priority: 'high' }), /^flows\[0\]\.priority: is "high", but must be a whole number from 0 to 7$/],
  'an unknown field': [small({ colour: 'red' }), /^colour: there is no such field; there are format, model, /],
  'an unknown field deeper': [link({ speed: '1G' }), /^links\[1\]\.speed: there is no such field; there are a, b, rate, /],
  'a dangling name': [flow({ to: 'c' }), /^flows\[0\]\.to: there is no host called "c"; add it, or name another$/],
  'a dangling end of a link': [link({ b: 'c' }), /^links\[1\]\.b: there is no host or switch called "c"/],
  'two links on one host': [
    small({ links: [{ a: 'a', b: 's', rate: '1G' }, { a: 's', b: 'b', rate: '1G' }, { a: 'a', b: 's', rate: '1G' }] }),
    /^links\[2\]: host "a" has a link already/,
  ],
  'a rate of zero': [link({ rate: '0' }), /^links\[1\]\.rate: is "0", but must be a rate such as 100G, above 0/],
  'a negative number': [small({ seed: -4 }), /^seed: is -4, but must be a whole number from 0 to 9007199254740991$/],
  'a negative parameter': [small({ params: { xoff: -5 } }), /^params\.xoff: is "-5", but must be an amount of bytes from 64 to 1G$/],
  'an absurd number': [link({ rate: '99999999999G' }), /^links\[1\]\.rate: is "99999999999G", but must be /],
  'an absurd length': [link({ length: '1e99m' }), /^links\[1\]\.length: is "1e99m", but must be /],
  'not a number': [small({ seed: NaN }), /^seed: is null, but must be a whole number/],
  'a parameter that does not exist': [small({ params: { xof: '5k' } }), /^params\.xof: there is no parameter "xof"; most like it are xoff/],
  'a million nodes': [() => ({ format: 1, model: 1, hosts: million() }), /^a document of \d+ bytes is too long: at most 4194304; give a shorter one$/],
  'a million nodes as text': [
    () => JSON.stringify({ format: 1, model: 1, hosts: million() }),
    /^a document of \d+ bytes is too long: at most 4194304; give a shorter one$/,
  ],
  'too many nodes': [
    () => ({ format: 1, model: 1, hosts: million().slice(0, 100_000) }),
    /^hosts: \d+ are too many: at most 4096; remove some$/,
  ],
  'a preset that does not exist': ['preset:paws', /^there is no preset "paws"; most like it are pause, /],
  'a damaged link': ['#/d/1.AAAA', /^the link is damaged or incomplete: it holds no document; copy all of it again$/],
  'a link of another version': ['#/d/9.x', /^this link is of version "9"; this program reads versions 1 and 2$/],
  'a link with a bad value': ['#/preset/pause?xoff=1', /^xoff: is "1", but must be an amount of bytes from 64 to 1G$/],
};

for (const [description, [given, words]] of Object.entries(REFUSED)) {
  test(`${description} is refused`, () => {
    const document = typeof given === 'function' ? given() : given;
    const begin = process.cpuUsage();
    const error = refusal(document);
    const { user, system } = process.cpuUsage(begin);
    assert.ok(error instanceof Error);
    assert.match(error.message, words);
    // Measure processor time, because the machine may be busy.
    assert.ok(user + system < 1e6, `after ${(user + system) / 1e3} ms`);
  });
}

test('bad input leaves no memory behind', () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  const documents = Object.values(REFUSED).map(([given]) => (typeof given === 'function' ? given() : given));
  const round = () => {
    documents.forEach((document) => refusal(document));
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  };
  round();
  const before = round();
  round();
  const after = round();
  assert.ok(after < before + 4, `${before.toFixed(1)} MiB, then ${after.toFixed(1)} MiB`);
});

const ACTIONS = {
  'nothing': [undefined, /^an action is an object$/],
  'a list': [[], /^an action is a JSON object; give one such as \{"stop": "f1"\}$/],
  'an empty action': [{}, /^action: an action has exactly one of set, incast, flow, start, stop, pause_source, link_down, /],
  'two at once': [{ start: 'f', stop: 'f' }, /^action: an action has exactly one of /],
  'an unknown kind': [{ halt: 1 }, /^action\.halt: there is no such field; there are /],
  'a time': [{ at: '5us', stop: 'f' }, /^action\.at: an action that is done now has no time of its own; remove it$/],
  'a value out of range': [{ set: { xoff: -5 } }, /^action\.set\.xoff: is "-5", but must be an amount of bytes from 64 to 1G$/],
  'an unknown parameter': [{ set: { xof: '5k' } }, /^action\.set\.xof: there is no parameter "xof"; most like it are xoff/],
  'a dangling flow': [{ stop: 'g' }, /^action\.stop: there is no flow called "g"; name another$/],
  'a dangling host': [{ incast: { to: 'z', bytes: 1 } }, /^action\.incast\.to: there is no host called "z"; add it, or name another$/],
  'a wrong type': [{ incast: { to: 'a', bytes: [] } }, /^action\.incast\.bytes: is a list, but must be an amount of bytes/],
  'a priority out of range': [
    { pause_source: { name: 'p', node: 'a', priorities: [9] } },
    /^action\.pause_source\.priorities\[0\]: is 9, but must be a whole number from 0 to 7$/,
  ],
};

test('a bad action is refused and the run is as before', () => {
  const fabric = new Fabric(small());
  const other = new Fabric(small());
  fabric.runUntil('10us');
  other.runUntil('10us');
  const document = fabric.document();
  for (const [what, [action, words]] of Object.entries(ACTIONS)) {
    assert.throws(() => fabric.act(action), (error) => error instanceof Error && words.test(error.message), what);
  }
  assert.equal(fabric.hash(), other.hash());
  assert.deepEqual(fabric.document(), document);
  fabric.runUntil('50us');
  other.runUntil('50us');
  assert.equal(fabric.hash(), other.hash());
  assert.deepEqual(fabric.report(), other.report());
});

test('a bad time is refused', () => {
  const fabric = new Fabric(small());
  for (const time of ['soon', '', '-1us', '2h', '3601s', -1, 1.5, NaN, Infinity, 9e15, null, undefined, {}]) {
    assert.throws(() => fabric.runUntil(time), / time: .*give text such as "12\.5us"/, String(time));
  }
  assert.equal(fabric.now, 0);
  assert.equal(fabric.snapshot().events, 0);
});

// Values of every kind that JavaScript can pass.
const ODD = [
  undefined, null, true, 0, -1, 1.5, NaN, Infinity, 2 ** 60, 7n, '', 'y', 'y'.repeat(9e6), Symbol('s'), [], ['y'], [7], [['y']],
  ['y'.repeat(9e6)], new Array(1e9), { length: 1e9 }, { length: -1 }, {}, Object.create(null), new Date(0), /y/, new Map([[1, 2]]),
  new Uint8Array(9), () => 'y', class {}, Promise.resolve('y'), new Proxy({}, { get: () => { throw new TypeError('no'); } }),
  new Proxy([], { get: () => { throw new TypeError('no'); } }), new String('s'), new Number(3), globalThis,
  { toString: () => 's', valueOf: () => 3 }, { valueOf: () => { throw new Error('no value'); } },
];

// Calls `call`. It may throw an Error, but must not stop the wasm module.
function survives(call, what) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof Error, `${what} throws ${typeof error}`);
    assert.ok(!(error instanceof WebAssembly.RuntimeError), `${what}: ${error.message}`);
  }
}

const label = (value) => {
  try {
    return `${typeof value} ${String(value).slice(0, 20)}`;
  } catch {
    return typeof value;
  }
};

test('no argument stops the module or harms another object', () => {
  const witness = new Fabric('preset:pause');
  witness.runUntil('20us');
  const hash = witness.hash();
  const fabric = new Fabric(small());
  const sweep = new Sweep(small(), ['xoff=44k..96k/2'], ['pauses'], '20us');
  for (const odd of ODD) {
    const what = label(odd);
    survives(() => new Fabric(odd).free(), `new Fabric(${what})`);
    survives(() => fabric.inside(odd), `inside(${what})`);
    survives(() => fabric.act(odd), `act(${what})`);
    survives(() => fabric.runUntil(odd, 10), `runUntil(${what})`);
    survives(() => fabric.runUntil('1us', odd), `runUntil(1us, ${what})`);
    survives(() => new Sweep(odd, ['xoff=1k'], ['pauses']).free(), `new Sweep(${what}, …)`);
    survives(() => new Sweep(small(), odd, ['pauses']).free(), `new Sweep(…, ${what}, …)`);
    survives(() => new Sweep(small(), ['xoff=1k'], odd).free(), `new Sweep(…, …, ${what})`);
    survives(() => new Sweep(small(), ['xoff=1k'], ['pauses'], odd).free(), `new Sweep(…, …, …, ${what})`);
    survives(() => sweep.run(odd, 1000), `run(${what})`);
    survives(() => sweep.run(0, odd), `run(0, ${what})`);
  }
  assert.equal(witness.hash(), hash);
  assert.equal(witness.runUntil('40us'), true);
});

test('a method of one class refuses an object of the other, and anything else', () => {
  const fabric = new Fabric(small());
  const sweep = new Sweep(small(), ['xoff=44k..96k/2'], ['pauses'], '20us');
  const before = fabric.hash();
  const calls = (prototype) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value, get }]) =>
      // Skip methods that free an object, and methods of wasm-bindgen.
      /^(constructor|free|__.*)$/.test(name) || typeof (value ?? get) !== 'function' ? [] : [[name, value ?? get]],
    );
  for (const [name, method] of calls(Fabric.prototype)) {
    assert.throws(() => method.call(sweep, '1us'), Error, name);
  }
  for (const [name, method] of calls(Sweep.prototype)) {
    assert.throws(() => method.call(fabric, 0), Error, name);
  }
  assert.throws(() => Fabric.prototype.hash.call(sweep), /^Error: this is no Fabric but a Sweep$/);
  assert.throws(() => Sweep.prototype.csv.call(fabric), /^Error: this is no Sweep but a Fabric$/);
  for (const other of [undefined, null, {}, 7, 'text', Object.create(Fabric.prototype)]) {
    survives(() => assert.throws(() => Fabric.prototype.hash.call(other), Error), label(other));
  }
  assert.equal(fabric.hash(), before);
  assert.equal(sweep.run(0).figures.length > 0, true);
});

test('thousands of refusals in a row leave the module as it was', () => {
  const twice = small({ hosts: [{ name: 'a' }, { name: 'b' }, { name: 'b' }] });
  for (let n = 0; n < 5_000; n += 1) {
    assert.match(refusal(twice).message, /there is another node called "b"/);
  }
  new Fabric(small()).free();
});

test('a number that is none is refused in words', () => {
  const fabric = new Fabric(small());
  const sweep = new Sweep(small(), ['xoff=44k..96k/2'], ['pauses'], '20us');
  for (const odd of [NaN, -1, 1.5, 'x', {}, [], true]) {
    assert.throws(() => fabric.runUntil('1us', odd), /^Error: a number of events is a whole number of at least 0$/, String(odd));
    assert.throws(() => sweep.run(odd), /^Error: a point is named by a whole number of at least 0$/, String(odd));
  }
  assert.throws(() => sweep.run(2), /^Error: there is no point 2 among 2$/);
});
