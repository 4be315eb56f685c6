// Bad input: an Error in clear words, at once, that leaves everything as it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import v8 from 'node:v8';
import vm from 'node:vm';

import { Fabric, refusal, small } from './fabric.mjs';

const link = (changes) => small({ links: [{ a: 'a', b: 's', rate: '100G' }, { a: 's', b: 'b', rate: '40G', ...changes }] });
const flow = (changes) => small({ flows: [{ name: 'f', from: 'a', to: 'b', ...changes }] });
const million = () => Array.from({ length: 1e6 }, (_, n) => ({ name: `h${n}` }));

// What is given, and what the message says: place, value, range.
const REFUSED = {
  'not JSON': ['{"format": 1,', /^line 1, column 13: this is not JSON: /],
  'text that is no document': ['pause', /^line 1, column 1: this is not JSON: /],
  'no document': [undefined, /^a document is an object, JSON text, preset:NAME or a link$/],
  'a number': [7, /^a document is an object/],
  'a list': [[], /^a document is a JSON object$/],
  'what has no JSON': [{ format: 1n }, /BigInt/],
  'another format': [small({ format: 2 }), /^format is 2, but must be 1: this program reads documents of format 1$/],
  'a wrong type': [small({ hosts: 5 }), /^hosts is 5, but must be a list of at most 4096$/],
  'a wrong type deeper': [flow({ priority: 'high' }), /^flows\[0\]\.priority is "high", but must be a whole number from 0 to 7$/],
  'an unknown field': [small({ colour: 'red' }), /^colour: there is no such field; there are format, model, /],
  'an unknown field deeper': [link({ speed: '1G' }), /^links\[1\]\.speed: there is no such field; there are a, b, rate, /],
  'a dangling name': [flow({ to: 'c' }), /^flows\[0\]\.to: there is no host called "c"$/],
  'a dangling end of a link': [link({ b: 'c' }), /^links\[1\]\.b: there is no host or switch called "c"/],
  'two links on one host': [
    small({ links: [{ a: 'a', b: 's', rate: '1G' }, { a: 's', b: 'b', rate: '1G' }, { a: 'a', b: 's', rate: '1G' }] }),
    /^links\[2\]: host "a" has a link already/,
  ],
  'a rate of zero': [link({ rate: '0' }), /^links\[1\]\.rate is "0", but must be a rate such as 100G, above 0/],
  'a negative number': [small({ seed: -4 }), /^seed is -4, but must be a whole number from 0 to 9007199254740991$/],
  'a negative parameter': [small({ params: { xoff: -5 } }), /^params\.xoff is "-5", but must be an amount of bytes from 64 to 1G$/],
  'an absurd number': [link({ rate: '99999999999G' }), /^links\[1\]\.rate is "99999999999G", but must be /],
  'an absurd length': [link({ length: '1e99m' }), /^links\[1\]\.length is "1e99m", but must be /],
  'not a number': [small({ seed: NaN }), /^seed is null, but must be a whole number/],
  'a parameter that does not exist': [small({ params: { xof: '5k' } }), /^params\.xof: there is no parameter "xof"; most like it are xoff/],
  'a million nodes': [() => ({ format: 1, model: 1, hosts: million() }), /^a document of \d+ bytes is too long: at most 4194304$/],
  'a million nodes as text': [
    () => JSON.stringify({ format: 1, model: 1, hosts: million() }),
    /^a document of \d+ bytes is too long: at most 4194304$/,
  ],
  'too many nodes': [
    () => ({ format: 1, model: 1, hosts: million().slice(0, 100_000) }),
    /^hosts: more than 4096 are too many$/,
  ],
  'a preset that does not exist': ['preset:paws', /^there is no preset "paws"; there are pause, incast, /],
  'a damaged link': ['#/d/1.AAAA', /^the link is damaged or incomplete: it holds no document$/],
  'a link of another version': ['#/d/9.x', /^this link is of version "9"; this program reads versions 1 and 2$/],
  'a link with a bad value': ['#/preset/pause?xoff=1', /^xoff is "1", but must be an amount of bytes from 64 to 1G$/],
};

for (const [what, [given, words]] of Object.entries(REFUSED)) {
  test(`${what} is refused`, () => {
    const document = typeof given === 'function' ? given() : given;
    const begin = process.cpuUsage();
    const error = refusal(document);
    const { user, system } = process.cpuUsage(begin);
    assert.ok(error instanceof Error);
    assert.match(error.message, words);
    // Time of the processor: others may use the machine too.
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
  'a list': [[], /^an action is a JSON object$/],
  'an empty action': [{}, /^action: an action has exactly one of set, incast, flow, start, stop, pause_source, link_down, /],
  'two at once': [{ start: 'f', stop: 'f' }, /^action: an action has exactly one of /],
  'an unknown kind': [{ halt: 1 }, /^action\.halt: there is no such field; there are /],
  'a time': [{ at: '5us', stop: 'f' }, /^action\.at: an action that is done now has no time of its own$/],
  'a value out of range': [{ set: { xoff: -5 } }, /^action\.set\.xoff is "-5", but must be an amount of bytes from 64 to 1G$/],
  'an unknown parameter': [{ set: { xof: '5k' } }, /^action\.set\.xof: there is no parameter "xof"; most like it are xoff/],
  'a dangling flow': [{ stop: 'g' }, /^action\.stop: there is no flow called "g"$/],
  'a dangling host': [{ incast: { to: 'z', bytes: 1 } }, /^action\.incast\.to: there is no host called "z"$/],
  'a wrong type': [{ incast: { to: 'a', bytes: [] } }, /^action\.incast\.bytes is a list, but must be an amount of bytes/],
  'a priority out of range': [
    { pause_source: { name: 'p', node: 'a', priorities: [9] } },
    /^action\.pause_source\.priorities\[0\] is 9, but must be a whole number from 0 to 7$/,
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
    assert.throws(() => fabric.runUntil(time), /a time (is text )?such as 12\.5us/, String(time));
  }
  assert.equal(fabric.now, 0);
  assert.equal(fabric.snapshot().events, 0);
});
