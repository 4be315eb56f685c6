// Tests of the shapes of results: names and numbers are as declared.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Fabric, declarations, small } from './fabric.mjs';

/** Fields of the interface `name` in the type declarations: names, and whether the field is optional. */
function fields(name) {
  const body = new RegExp(`interface ${name} \\{\\n([^]*?)\\n\\}`).exec(declarations)?.[1];
  assert.ok(body, `no interface ${name}`);
  const indent = /^\s*/.exec(body)[0];
  const lines = body.split('\n').filter((line) => line.startsWith(indent) && /^\w/.test(line.slice(indent.length)));
  return new Map(lines.map((line) => /^(\w+)(\??):/.exec(line.trim())).map(([, field, open]) => [field, open === '?']));
}

function has(value, name) {
  const declared = fields(name);
  for (const field of Object.keys(value)) {
    assert.ok(declared.has(field), `${name} declares no ${field}`);
  }
  for (const [field, open] of declared) {
    assert.ok(open || field in value, `${name} has no ${field}`);
  }
}

/** Texts of the union type `name` in the type declarations. */
function words(name) {
  const union = new RegExp(`type ${name} = ([^;]*);`).exec(declarations)?.[1];
  assert.ok(union, `no type ${name}`);
  return new Set([...union.matchAll(/'(\w+)'/g)].map(([, word]) => word));
}

function eachNumber(value, check, path = '') {
  if (typeof value === 'number') {
    check(value, path);
  } else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      eachNumber(inner, check, `${path}.${key}`);
    }
  }
}

function run(document, time) {
  const fabric = new Fabric(document);
  fabric.runUntil(time);
  return fabric;
}

test('the class is declared with its types', () => {
  for (const line of [
    'constructor(document: FabricDocument | string)',
    'step(): FabricNote[] | undefined',
    'runUntil(time: string | number, budget?: number | null): boolean',
    'act(action: FabricAction): string',
    'snapshot(): FabricSnapshot',
    'inside(node: string): FabricInside',
    'report(): FabricReport',
    'hash(): string',
  ]) {
    assert.ok(declarations.includes(line), line);
  }
});

test('a snapshot has the declared names', () => {
  const snapshot = run('preset:incast', '30us').snapshot();
  has(snapshot, 'FabricSnapshot');
  snapshot.flying.forEach((frame) => has(frame, 'FabricFrame'));
  snapshot.flows.forEach((flow) => has(flow, 'FabricFlowState'));
  has(snapshot.totals, 'FabricTotals');
  snapshot.ports.forEach((port) => has(port, 'FabricPort'));
  snapshot.ports.flatMap((port) => port.queues).forEach((queue) => has(queue, 'FabricQueue'));
  snapshot.receivers.forEach((receiver) => has(receiver, 'FabricReceiver'));
  assert.deepEqual(snapshot.switches.map(({ node }) => node), ['leaf1', 'leaf2', 'spine1', 'spine2']);
});

test('every event of a run has a declared kind and declared fields', () => {
  const declared = words('FabricEventName');
  const seen = new Set();
  for (const name of ['credits-lost', 'pause', 'watchdog-true', 'crossbar']) {
    const fabric = new Fabric(`preset:${name}`);
    for (let n = 0; n < 50_000; n += 1) {
      for (const note of (fabric.step() ?? []).filter(({ what }) => !seen.has(what))) {
        has(note, 'FabricNote');
        seen.add(note.what);
      }
    }
  }
  assert.deepEqual([...seen].filter((what) => !declared.has(what)), []);
  for (const what of ['starved', 'credited', 'credit_lost', 'pfc_sent', 'paused', 'resumed']) {
    assert.ok(seen.has(what), `no run has an event ${what}`);
  }
});

test('a snapshot shows receive buffers and ETS classes', () => {
  const slow = run(small({ params: { 'host.b.drain': '20G', 'receive_buffer': '100k', 'receive_high': '40k', 'receive_low': '20k' } }), '40us');
  const receivers = slow.snapshot().receivers;
  assert.deepEqual(receivers.map(({ node, drain_bps }) => [node, drain_bps]), [['a', null], ['b', 20e9]]);
  const [fast, there] = receivers;
  assert.equal(fast.receive_bytes, 0);
  assert.equal(there.receive_buffer_bytes, 100_000);
  assert.ok(there.receive_peak_bytes >= 40_000 && there.receive_peak_bytes >= there.receive_bytes);
  assert.equal(there.receive_peak_bytes, slow.report().hosts[1].receive_peak_bytes);
  there.queues.forEach((queue) => has(queue, 'FabricReceiveQueue'));
  const queue = there.queues.find(({ priority }) => priority === 3);
  assert.deepEqual([queue.bytes, queue.high_bytes, queue.low_bytes], [there.receive_bytes, 40_000, 20_000]);
  const shares = run('preset:ets', '100us');
  const report = shares.report().ports.filter(({ ets }) => ets);
  const classes = shares.snapshot().ports.flatMap(({ node, port, queues }) => queues.map((queue) => ({ node, port, ...queue })));
  assert.ok(report.some(({ ets }) => ets.contended_bytes > 0));
  for (const { node, port, priority, tx_bytes: sent, ets } of report.filter(({ tx_bytes }) => tx_bytes > 0)) {
    const found = classes.find((at) => at.node === node && at.port === port && at.priority === priority);
    has(found.ets, 'FabricEts');
    assert.equal(found.sent_bytes, sent);
    assert.equal(found.ets.contended_bytes, ets.contended_bytes);
    assert.equal(found.ets.error_bytes, ets.error_bytes);
    assert.equal(found.ets.error_bytes, found.ets.measured_bytes - found.ets.target_bytes);
  }
});

test('a snapshot at 30 us of the incast adds up', () => {
  const fabric = run('preset:incast', '30us');
  const { totals, ports, flows, flying, events, time, time_ps: ps } = fabric.snapshot();
  assert.equal(time, '30us');
  assert.equal(ps, 30e6);
  assert.equal(fabric.now, 30e6);
  assert.equal(events, fabric.report().events);
  assert.ok(totals.pause_sent >= 7, `${totals.pause_sent} pauses`);
  assert.equal(totals.dropped_frames, 0);
  assert.equal(flows.length, 7);
  assert.ok(flows.every((flow) => flow.sent_bytes >= flow.delivered_bytes + flow.dropped_bytes));
  const paused = ports.filter((port) => port.paused.includes(3));
  assert.ok(paused.length > 0);
  for (const frame of flying) {
    assert.ok(frame.starts_ps < frame.ends_ps && frame.ends_ps < frame.arrives_ps);
    assert.ok(frame.arrives_ps >= ps);
    assert.ok(ports.some((port) => port.name === frame.from));
  }
  const port = ports.find(({ name }) => name === 'leaf1.1');
  assert.deepEqual([port.node, port.port], ['leaf1', 1]);
  const queue = port.queues.find(({ priority }) => priority === 3);
  assert.deepEqual([queue.xoff_bytes, queue.xon_bytes], [48000, 40000]);
  assert.deepEqual([queue.kmin_bytes, queue.kmax_bytes], [7500, 30000]);
});

test('the view of a switch has its requests and matches', () => {
  const document = small({ params: { fabric: 'crossbar', crossbar_latency: '0ns' } });
  const fabric = run(document, '20us');
  const inside = fabric.inside('s');
  has(inside, 'FabricInside');
  has(inside.crossbar, 'FabricCrossbar');
  assert.ok(inside.waiting.length > 0 && inside.waiting.every(({ bytes }) => bytes > 0));
  for (const { output, inputs } of inside.crossbar.requests) {
    const isRequested = inputs.every((input) => inside.waiting.some((way) => way.input === input && way.output === output));
    assert.ok(isRequested, `inputs that request ${output} have a frame for it`);
  }
  assert.equal(inside.crossbar.grant_pointers.length, inside.ports);
  assert.equal(run(small(), '20us').inside('s').crossbar, null);
  assert.throws(() => fabric.inside('a'), /no switch called "a"/);
});

test('a report has the declared names, those of the command line', () => {
  const report = run('preset:incast', '200us').report();
  has(report, 'FabricReport');
  report.flows.forEach((flow) => has(flow, 'FabricFlowReport'));
  report.ports.forEach((port) => has(port, 'FabricPortReport'));
  report.hosts.forEach((host) => has(host, 'FabricHostReport'));
  report.switches.forEach((node) => has(node, 'FabricSwitchReport'));
  has(report.blocked, 'FabricBlocked');
  has(report.watchdogs, 'FabricBeliefs');
  for (const name of ['time_ps', 'events', 'hash', 'warnings', 'flows', 'ports', 'conservation']) {
    assert.ok(name in report, name);
  }
  assert.deepEqual(Object.keys(report.ports[0].drops).sort(), [
    'corrupt', 'duplicate', 'egress_tail_drop', 'flood_copy', 'headroom_pool_violation', 'hop_limit', 'link_down',
    'lossless_violation', 'lost_in_cable', 'no_route', 'not_for_host', 'out_of_order', 'output_down', 'receive_full',
    'source_full', 'tail_drop', 'unknown_destination', 'watchdog', 'wred',
  ]);
});

test('a report of the pause preset has the numbers that it must have', () => {
  const fabric = run('preset:pause', '40us');
  const report = fabric.report();
  assert.equal(report.time_ps, 40e6);
  assert.equal(report.hash, fabric.hash());
  assert.equal(report.conservation.holds, true);
  const { sent_bytes: sent, replicated_bytes: copied, delivered_bytes: there, in_flight_bytes: flying, buffered_bytes: held, dropped_bytes: lost } =
    report.conservation;
  assert.equal(sent + copied, there + flying + held + lost);
  assert.equal(copied, 0);
  assert.equal(lost, 0);
  // Two senders share 100 Gb/s. Frame bytes are at least 1500 of every 1508 bytes on the wire.
  const rate = report.flows.reduce((sum, flow) => sum + flow.throughput_bps, 0);
  assert.ok(rate > 90e9 && rate < 100e9, `${rate} b/s`);
  assert.equal(report.flows[0].delivered_bytes, report.flows[0].delivered_frames * 1500);
  const port = report.ports.find(({ node, port, priority }) => node === 's1' && port === 0 && priority === 3);
  assert.ok(port.pause_sent >= 1);
  assert.ok(port.shared_peak_bytes <= 16000, `${port.shared_peak_bytes} B below XOFF`);
  assert.ok(port.headroom_peak_bytes > 0 && port.headroom_peak_bytes <= 24000);
});

test('every number is one that JavaScript holds exactly, also where things are off', () => {
  const off = small({ params: { lossless: false, egress_limit: 'off', kmin: 'off' } });
  for (const document of [...Fabric.presets().map((name) => `preset:${name}`), off, small()]) {
    const fabric = run(document, '40us');
    const check = (value, path) => {
      assert.ok(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER, `${path} is ${value}`);
      assert.ok(Number.isInteger(value) || /fairness|_percent$/.test(path), `${path} is ${value}`);
    };
    eachNumber(fabric.snapshot(), check);
    eachNumber(fabric.report(), check);
  }
});
