// Tests of files of a run: the bytes equal those of the command line, whatever the size of the steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Fabric, RunFile, declarations } from './fabric.mjs';

function written(kind, step, events) {
  const run = new RunFile('preset:incast', kind, '20us', step);
  const parts = [];
  for (let done = false; !done;) {
    done = run.advance(events);
    parts.push(run.take());
    assert.ok(run.share >= 0 && run.share <= 1);
  }
  run.free();
  return Buffer.concat(parts).toString('latin1');
}

test('a file of a run does not depend on its steps', () => {
  for (const [kind, step] of [['series', '1us'], ['trace'], ['capture', null], ['causes']]) {
    const whole = written(kind, step, 1e9);
    assert.equal(written(kind, step, 500), whole, kind);
    assert.ok(whole.length > 1000, kind);
  }
  assert.equal(written('series', '1us', 1e9).split('\n')[0].split(',')[0], 'time_ps');
  const { causes, until_ps } = JSON.parse(written('causes', undefined, 1e9));
  assert.equal(until_ps, 20_000_000);
  assert.equal(causes[0].kind, 'oversubscribed');
  assert.ok(JSON.parse(written('trace', undefined, 1e9)).traceEvents.length > 100);
  assert.ok(declarations.includes('advance(events: number): boolean'), declarations);
});

test('too large or unknown input is refused', () => {
  assert.throws(() => new RunFile('preset:incast', 'film', '1us'), /^Error: a file of a run is a series, a trace, a capture or causes$/);
  assert.throws(() => new RunFile('preset:incast', 'series', '1us'), /^Error: time: the value is outside/);
  assert.throws(() => new RunFile('preset:incast', 'series', '20us', '1ps'), /^Error: step: \d+ rows/);
  assert.throws(() => new RunFile('preset:incast', 'trace', '20us', null, 100).advance(1e9), /^Error: the run is too long/);
  assert.throws(() => new RunFile('preset:incast', 'trace', '20us', null, null, 5000).advance(1e9), /^Error: the file is larger than 5kB/);
  const run = new RunFile('preset:incast', 'trace', '1us');
  assert.throws(() => Fabric.prototype.hash.call(run), /^Error: this is no Fabric but a RunFile$/);
});
