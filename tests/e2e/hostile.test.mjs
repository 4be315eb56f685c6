// Test of a short link with a fabric that needs much computation: the page still answers, and another link
// can be opened.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, settled, shown } from './page-state.mjs';
import { fromEnvironment, pageTest } from './page.mjs';

/** Document of switches in a full mesh that have learnt no address: each frame is flooded and circulates. */
function flood(switches) {
  const each = [...Array(switches).keys()];
  const link = (a, b) => ({ a, b, rate: '100G', length: '1m' });
  return {
    format: 1,
    model: 1,
    horizon: '20us',
    hosts: each.map((n) => ({ name: `h${n}` })),
    switches: each.map((n) => ({ name: `s${n}` })),
    links: [
      ...each.map((n) => link(`h${n}`, `s${n}`)),
      ...each.flatMap((n) => each.slice(0, n).map((m) => link(`s${m}`, `s${n}`))),
    ],
    params: { mac_table: 'learnt', mac_ageing: '5ns', hop_limit: 64, xoff: '1k', xon: 500 },
    flows: each.map((n) => ({ name: `f${n}`, from: `h${n}`, to: `h${(n + 7) % switches}`, frame: 256 })),
  };
}

function linkTo(document) {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  try {
    writeFileSync(join(folder, 'flood.json'), JSON.stringify(document));
    return execFileSync(fromEnvironment('FABRIC_CLI'), ['link', join(folder, 'flood.json')], { encoding: 'utf8' }).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LINK = linkTo(flood(16));

pageTest('the page responds while a large fabric deadlocks', async (page) => {
  assert.ok(LINK.length < 4_000, `${LINK.length} characters`);
  await page.getByTestId('clock').waitFor();
  await page.keyboard.press('End');
  // Hundreds of queues wait for each other, so the seek takes long.
  await eventually(async () => assert.match((await shown(page)).moment, /^20us/), 120_000);
  await page.getByText('cannot send again until frames are dropped').first().waitFor();
  await page.keyboard.press('Home');
  await eventually(async () => assert.match((await shown(page)).moment, /^0/));
  // Another address opens another document.
  await page.evaluate(() => {
    location.hash = '#/preset/pause?t=12us';
  });
  await settled(page, '12us');
}, { path: `${LINK.slice(LINK.indexOf('#'))}&run=0&tab=waits` });
