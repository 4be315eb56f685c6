// Tests of sweeps: the tables equal those of the command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Fabric, Sweep, declarations, file } from './fabric.mjs';

test('a sweep is the table that the command line prints, in any order of its runs', () => {
  const sweep = new Sweep('preset:incast', ['xoff=44k..96k/4log'], ['goodput_bps'], '100us');
  assert.equal(sweep.count, 4);
  for (const n of [2, 0, 3, 1]) {
    sweep.run(n);
  }
  assert.equal(sweep.csv(), file('tests/golden/sweep.csv'));
});

test('a row has the figures of the report', () => {
  const sweep = new Sweep('preset:pause', ['xoff=12k,16k', 'seed=1..2/2'], ['pauses', 'deadlock_ps'], '20us');
  const { values, figures } = sweep.run(3);
  assert.deepEqual(values, ['16k', '2']);
  const fabric = new Fabric('#/preset/pause?xoff=16k&seed=2');
  fabric.runUntil('20us');
  assert.deepEqual(figures, [
    { name: 'pauses', value: String(fabric.report().fabric.pause_sent) },
    { name: 'deadlock_ps', value: null },
  ]);
  assert.equal(sweep.csv().split('\n').length, 3, 'a header and the one row that was run');
  assert.ok(declarations.includes('run(n: number, events?: number | null): SweepRow'), declarations);
  assert.ok(Sweep.measures().includes('p99_ps'));
});

test('a point that cannot run has a reason, and the others run', () => {
  const sweep = new Sweep('preset:incast', ['xoff=2k,48k'], ['pauses'], 20e6);
  assert.throws(() => sweep.run(0), /xoff|XOFF/i);
  assert.throws(() => sweep.run(1, 100), /it takes too long: after 100 events it had come to/);
  assert.throws(() => sweep.run(2), /there is no point 2 among 2/);
  sweep.run(1);
  assert.match(sweep.csv(), /^xoff,pauses\n48k,\d+\n$/);
  for (const [vary, measures, why] of [
    [['xoff=1..2'], ['drops'], /xoff: is "1", but must be an amount of bytes/],
    [['xoff=24k..96k'], ['speed'], /there is no measure "speed"/],
    [[], ['drops'], /vary, measures: an empty list/],
    [['seed=1..1000/1000', 'xoff=48k..96k/11'], ['drops'], /11000 runs are too many: at most 10000/],
  ]) {
    assert.throws(() => new Sweep('preset:incast', vary, measures), why);
  }
  assert.throws(() => new Sweep('preset:incast', ['seed=1,2'], ['drops'], '3601s'), /time: "3601s" is outside 0 to 3600s; /);
});
