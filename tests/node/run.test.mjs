import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Fabric, file, small } from './fabric.mjs';

const preset = (name) => JSON.parse(file(`assets/presets/${name}.json`));

function hashAt(document, time) {
  const fabric = new Fabric(document);
  assert.equal(fabric.runUntil(time), true);
  const hash = fabric.hash();
  fabric.free();
  return hash;
}

test('a document is accepted by name, as an object, as text or as a link', () => {
  const hash = hashAt('preset:incast', '20us');
  assert.match(hash, /^[0-9a-f]{16}$/);
  for (const document of [
    preset('incast'),
    JSON.stringify(preset('incast')),
    file('assets/presets/incast.json'),
    '#/preset/incast',
    'https://example.org/lab/#/preset/incast?t=3us',
  ]) {
    assert.equal(hashAt(document, '20us'), hash);
  }
  assert.notEqual(hashAt('#/preset/incast?seed=2', '20us'), hash);
});

test('the presets give the hashes that the command line prints', () => {
  const golden = file('tests/golden/presets.txt').trim().split('\n');
  assert.deepEqual(golden.map((line) => line.split(' ')[0]), Fabric.presets());
  for (const line of golden) {
    const [name, hash] = line.split(' ');
    assert.equal(hashAt(`preset:${name}`, preset(name).horizon), hash, name);
  }
});

test('a run in one go, in slices of time, of events and step by step is the same', () => {
  const whole = hashAt('preset:pause', '30us');
  const slices = new Fabric('preset:pause');
  for (let us = 1; us <= 30; us += 1) {
    slices.runUntil(us * 1e6);
  }
  assert.equal(slices.hash(), whole);
  const budget = new Fabric('preset:pause');
  let turns = 0;
  while (!budget.runUntil('30us', 100)) {
    turns += 1;
  }
  assert.ok(turns > 5, `${turns} turns`);
  assert.equal(budget.hash(), whole);
  const steps = new Fabric('preset:pause');
  while (steps.snapshot().events < slices.snapshot().events) {
    assert.ok(steps.step());
  }
  steps.runUntil('30us');
  assert.equal(steps.hash(), whole);
});

test('a time that is over does nothing, and a run continues past its horizon', () => {
  const fabric = new Fabric('preset:pause');
  fabric.runUntil('10us');
  const hash = fabric.hash();
  assert.equal(fabric.runUntil('1us'), true);
  assert.equal(fabric.hash(), hash);
  assert.equal(fabric.now, 10e6);
  fabric.runUntil('60us');
  assert.equal(fabric.now, 60e6);
});

test('steps return their events, with names', () => {
  const fabric = new Fabric('preset:pause');
  const seen = new Map();
  for (let n = 0; n < 2000; n += 1) {
    for (const note of fabric.step()) {
      seen.set(note.what, note);
    }
  }
  for (const what of ['started', 'ended', 'arrived', 'delivered', 'pfc_sent', 'pfc_received', 'paused', 'resumed']) {
    assert.ok(seen.has(what), what);
  }
  const delivered = seen.get('delivered');
  assert.equal(delivered.port, 'h3.0');
  assert.equal(delivered.bytes, 1500);
  assert.equal(delivered.priority, 3);
  assert.match(delivered.flow, /^h[12] to h3$/);
  assert.match(delivered.text, /^h3\.0 delivers frame \d+ of "h[12] to h3", 1500 B, priority 3$/);
  assert.ok(Number.isInteger(delivered.at_ps));
  const paused = seen.get('paused');
  assert.equal(paused.text, `${paused.port} stops sending priority 3`);
  const sent = seen.get('pfc_sent');
  assert.deepEqual([...sent.pauses, ...sent.resumes], [3]);
});

test('where nothing is left that could happen, a step is undefined', () => {
  const fabric = new Fabric(small({ flows: [{ name: 'f', from: 'a', to: 'b', size: 1000, jitter: false }] }));
  let steps = 0;
  while (fabric.step()) {
    steps += 1;
  }
  assert.ok(steps > 5 && steps < 100, `${steps} steps`);
  assert.equal(fabric.step(), undefined);
  assert.equal(fabric.report().flows[0].delivered_frames, 2);
});

const ACTIONS = [
  { set: { xoff: '12k', xon: '4k' } },
  { incast: { to: 'h1', bytes: '64k' } },
  { stop: 'h1 to h3' },
  { start: 'h1 to h3' },
  { pause_source: { name: 'storm', node: 'h3', priorities: [3], every: '2us' } },
];

test('acting is the same as a document with that action', () => {
  const fabric = new Fabric('preset:pause');
  const stamped = [];
  for (const [n, action] of ACTIONS.entries()) {
    fabric.runUntil((n + 1) * 5e6);
    stamped.push({ at: fabric.act(action), ...action });
  }
  fabric.runUntil('40us');

  const document = { ...preset('pause'), actions: stamped };
  assert.equal(hashAt(document, '40us'), fabric.hash());
  assert.deepEqual(fabric.document().actions.map(({ at }) => at), stamped.map(({ at }) => at));
  assert.equal(hashAt(fabric.document(), '40us'), fabric.hash());
  assert.notEqual(hashAt('preset:pause', '40us'), fabric.hash());
  // The link contains the run and the time.
  assert.match(fabric.link(), /^#\/.*t=40us/);
  assert.equal(hashAt(fabric.link(), '40us'), fabric.hash());
  const names = fabric.report().flows.map(({ name }) => name);
  assert.deepEqual(names, fabric.snapshot().flows.map(({ name }) => name));
  assert.ok(names.some((name) => name.startsWith('incast ') && name.endsWith('h2 to h1')), names.join());
});

test('an action within an instant takes effect one picosecond later', () => {
  const fabric = new Fabric('preset:pause');
  fabric.runUntil('7us');
  fabric.step();
  fabric.step();
  const at = fabric.act({ set: { xoff: '10k' } });
  fabric.runUntil('30us');
  const document = { ...preset('pause'), actions: [{ at, set: { xoff: '10k' } }] };
  assert.equal(hashAt(document, '30us'), fabric.hash());
});

test('acting before future actions does not change their order', () => {
  const later = { at: '20us', incast: { to: 'h2', bytes: '20k' } };
  const fabric = new Fabric({ ...preset('pause'), actions: [later] });
  fabric.runUntil('10us');
  const at = fabric.act({ incast: { to: 'h1', bytes: '20k' } });
  fabric.runUntil('40us');
  const replayed = new Fabric({ ...preset('pause'), actions: [{ at, incast: { to: 'h1', bytes: '20k' } }, later] });
  replayed.runUntil('40us');
  assert.equal(replayed.hash(), fabric.hash());
  assert.deepEqual(replayed.report(), fabric.report());
});

test('two fabrics do not know of each other', () => {
  const hash = hashAt('preset:pause', '9us');
  const one = new Fabric('preset:pause');
  const other = new Fabric('preset:incast');
  for (let us = 1; us <= 9; us += 1) {
    one.runUntil(`${us}us`);
    other.runUntil(`${us}us`);
  }
  assert.equal(one.hash(), hash);
});
