// Tests of the waits between queues: the tab, the graph over the fabric, clocks and verdicts.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';

import AxeBuilder from '@axe-core/playwright';

import { address, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };

/**
 * Three flows through a ring of three switches: a deadlock within microseconds, detected later by watchdogs.
 */
const RING = {
  format: 1,
  model: 1,
  name: 'ring',
  horizon: '200us',
  hosts: [{ name: 'h1' }, { name: 'h2' }, { name: 'h3' }],
  switches: [{ name: 's1' }, { name: 's2' }, { name: 's3' }],
  links: [
    ['s1', 's2', '40G'],
    ['s2', 's3', '40G'],
    ['s3', 's1', '40G'],
    ['h1', 's1', '40G'],
    ['h2', 's2', '40G'],
    ['h3', 's3', '40G'],
  ],
  params: {
    xoff: '40k',
    xon: '38k',
    headroom: '20k',
    watchdog: 'sonic',
    watchdog_action: 'alert',
    watchdog_poll: '100ms',
    watchdog_scale: 2000,
  },
  flows: [
    { name: 'a', from: 'h1', to: 'h3', path: ['s1', 's2', 's3'] },
    { name: 'b', from: 'h2', to: 'h1', path: ['s2', 's3', 's1'] },
    { name: 'c', from: 'h3', to: 'h2', path: ['s3', 's1', 's2'] },
  ],
  view: {
    positions: { h1: [0, 0.1], s1: [0.3, 0.1], s2: [0.7, 0.1], h2: [1, 0.1], s3: [0.5, 0.95], h3: [1, 0.95] },
  },
};

const ring = (query) => `#/d/1.${deflateRawSync(JSON.stringify(RING)).toString('base64url')}?${query}`;

const there = (page, id) => page.getByTestId(id).count();
const isOn = (page) => page.getByTestId('waits-toggle').getAttribute('aria-pressed');

pageTest(
  'without waits the tab names the possible deadlock',
  async (page) => {
    await settled(page, '0s');
    assert.match(await text(page, 'waits-now'), /^Nothing waits/);
    assert.match(await text(page, 'waits-danger'), /^Yes/);
    assert.match(await page.getByTestId('waits').locator('.possible-cycles').textContent(), /s1 → s2 → s3 → s1/);
    assert.match(await text(page, 'waits-watched'), /no clock runs/);
    await page.evaluate(() => {
      location.hash = '#/preset/pause?t=0s&tab=waits';
    });
    await eventually(async () => assert.match(await text(page, 'waits-danger'), /^No/));
    assert.match(await text(page, 'waits-watched'), /Nothing is watched/);
    assert.equal(await there(page, 'watchdog-score'), 0);
  },
  { path: ring('t=0s&tab=waits'), context: { viewport: DESKTOP } },
);

pageTest(
  'the key D moves to the deadlock, which is named and drawn over the fabric',
  async (page) => {
    await settled(page, '0s');
    assert.equal(await isOn(page), 'false');
    await page.keyboard.press('d');
    await eventually(async () => assert.equal(await page.getByTestId('view-waits').getAttribute('aria-selected'), 'true'));
    await eventually(async () => assert.match(await text(page, 'waits-cycles'), /DEADLOCK.*s1 → s2 → s3 → s1/));
    assert.match(await text(page, 'waits-now'), /^Deadlock/);
    assert.equal(await isOn(page), 'true');
    await eventually(async () => assert.equal(await page.locator('.wait-for .arrow.deadlocked').count(), 3));
    assert.match(await text(page, 'wait-caption'), /^DEADLOCK s1 → s2 → s3 → s1/);
    const rows = page.getByTestId('waits-queues').getByRole('button');
    assert.ok((await rows.count()) >= 3);
    await rows.nth(1).click();
    assert.equal(await rows.nth(1).getAttribute('aria-current'), 'true');
    await page.getByTestId('outline').locator('summary').click();
    assert.match(await text(page, 'outline-waits'), /^Deadlock: s1/);
    assert.match(await text(page, 'outline'), /in the deadlock/);
  },
  { path: ring('t=0s'), context: { viewport: DESKTOP } },
);

pageTest(
  'the graph is hidden and shown by its key and its button',
  async (page) => {
    await settled(page, '60us');
    await eventually(async () => assert.equal(await isOn(page), 'true', 'a cycle stands'));
    await page.keyboard.press('w');
    await eventually(async () => assert.equal(await there(page, 'wait-caption'), 0));
    assert.equal(await isOn(page), 'false');
    await page.getByTestId('waits-toggle').click();
    await eventually(async () => assert.equal(await there(page, 'wait-caption'), 1));
  },
  { path: ring('t=60us'), context: { viewport: DESKTOP } },
);

pageTest(
  'a watchdog decision is compared with the truth, and a click on its time moves the cursor',
  async (page) => {
    await settled(page, '110us');
    assert.equal(await text(page, 'watchdog-score-right'), '0');
    assert.equal(await text(page, 'watchdog-score-missed'), '1');
    assert.match(await text(page, 'waits-timers'), /1 of 2 polls/);
    assert.match(await page.locator('.timer-note').textContent(), /clocks × 2\u202f000/);
    assert.ok((await page.locator('.watchdog-timer.runs').count()) > 0);
    await page.keyboard.press('End');
    await settled(page, '200us');
    await eventually(async () => assert.notEqual(await text(page, 'watchdog-score-right'), '0'));
    assert.equal(await text(page, 'watchdog-score-missed'), '0');
    assert.match(await text(page, 'watchdog-decisions'), /✓ right: deadlock/);
    assert.ok((await page.locator('.watchdog-timer.mitigates').count()) > 0);
    await page.getByTestId('watchdog-decisions').getByRole('button').last().click();
    await settled(page, '150us');
  },
  { path: ring('t=110us&tab=waits'), context: { viewport: DESKTOP } },
);

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `axe finds nothing serious in a deadlock, ${colorScheme}`,
    async (page) => {
      await settled(page, '200us');
      await page.getByTestId('watchdog-decisions').waitFor();
      const { violations } = await new AxeBuilder({ page }).include('.inspector').include('.fabric').analyze();
      const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      const list = bad.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} ${target} ${any[0]?.message ?? ''}`));
      assert.deepEqual(list, []);
    },
    { path: ring('t=200us&tab=waits'), context: { colorScheme, viewport: DESKTOP } },
  );
}

/** Elements matching `others` that the element `one` covers. */
async function covered(page, one, others) {
  const box = await page.locator(one).first().boundingBox();
  const hit = [];
  for (const other of others) {
    for (const found of await page.locator(other).all()) {
      const next = await found.boundingBox();
      // A hidden element has no box.
      if (!next) {
        continue;
      }
      const apart =
        box.x + box.width <= next.x || next.x + next.width <= box.x || box.y + box.height <= next.y || next.y + next.height <= box.y;
      if (!apart) {
        hit.push(other);
      }
    }
  }
  return hit;
}

for (const viewport of [DESKTOP, TELEPHONE]) {
  for (const path of ['#/preset/deadlock-ring?t=100us&tab=waits', ring('t=60us&tab=waits')]) {
    pageTest(
      `a cycle's name lies whole within the fabric, over no button and no note, at ${viewport.width}, ${path.slice(0, 24)}`,
      async (page) => {
        assert.match(await text(page, 'ongoing'), /^Deadlocked for .*: .* → /);
        // On a telephone, the line below the fabric names the cycle.
        const id = viewport === TELEPHONE ? 'ongoing' : 'wait-caption';
        await page.getByTestId(id).first().waitFor();
        const [name, fabric] = [
          await page.getByTestId(id).first().boundingBox(),
          await page.locator(viewport === TELEPHONE ? '.narrator' : '.fabric').boundingBox(),
        ];
        assert.ok(name.x >= fabric.x && name.x + name.width <= fabric.x + fabric.width, JSON.stringify([name, fabric]));
        assert.ok(name.y >= fabric.y && name.y + name.height <= fabric.y + fabric.height, JSON.stringify([name, fabric]));
        assert.deepEqual(await covered(page, `[data-testid=${id}]`, ['.timer-note', '.waits-bar', '.counts']), []);
        // Members of the cycle are highlighted; all others are dimmed.
        const lit = await page.locator('.topology .node.deadlocked text:first-of-type').allTextContents();
        assert.ok(lit.length >= 3 && lit.every((node) => !node.startsWith('h')), lit.join());
        const strength = (node) => node.evaluate((one) => Number(getComputedStyle(one).opacity));
        assert.equal(await strength(page.locator('.topology .node.deadlocked').first()), 1);
        assert.ok((await strength(page.locator('.topology .node:not(.deadlocked)').first())) < 1);
      },
      { path, context: { viewport } },
    );
  }
}

pageTest(
  "a NIC's own watchdog has a clock",
  async (page) => {
    await settled(page, '200us');
    assert.match(await text(page, 'waits-watched'), /1 watchdog/);
    await eventually(async () => assert.match(await text(page, 'waits-timers'), /slow → s2 NIC/));
    assert.equal(await page.locator('.watchdog-timer.runs').count(), 1);
  },
  {
    path: '#/preset/slow-receiver?host.slow.drain=1M&host.slow.nic_watchdog=1ms&t=200us&tab=waits',
    context: { viewport: DESKTOP },
  },
);

pageTest(
  'a paused host is labelled on a phone, and an untitled document is in the menu',
  async (page) => {
    const menu = page.getByTestId('preset-menu');
    const chosen = () => menu.evaluate((one) => one.selectedOptions[0]?.textContent ?? '');
    await settled(page, '60us');
    await eventually(async () => assert.equal(await chosen(), 'ring'));
    const states = page.locator('.node.paused .state');
    await eventually(async () => assert.match((await states.allTextContents()).join(), /P3/));
    await menu.selectOption('pause');
    await eventually(async () => assert.match(await address(page), /preset\/pause/));
    assert.equal(await menu.locator('option', { hasText: /^ring$/ }).count(), 0);
  },
  { path: ring('t=60us'), context: { viewport: TELEPHONE } },
);

pageTest(
  'on a telephone the tab, the graph and its name have room',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('ongoing').waitFor();
    for (const id of ['waits', 'ongoing', 'waits-toggle', 'deadlock-status']) {
      const box = await page.getByTestId(id).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= TELEPHONE.width, `${id}: ${JSON.stringify(box)}`);
    }
  },
  { path: ring('t=60us&tab=waits'), context: { viewport: TELEPHONE } },
);

pageTest(
  'the possible deadlock is always shown, a deadlock is announced, and a root names its blocked queues',
  async (page) => {
    assert.match(await text(page, 'deadlock-status'), /^Can deadlock/);
    assert.equal(await text(page, 'alert-deadlock'), '');
    await page.keyboard.press('d');
    await eventually(async () => assert.match(await text(page, 'deadlock-status'), /^Deadlocked/));
    await eventually(async () => assert.match(await text(page, 'alert-deadlock'), /^Deadlock: s1, s2 and s3/));
    await page.evaluate(() => {
      location.hash = '#/preset/storm?t=500us';
    });
    await settled(page, '500us');
    await eventually(async () => assert.match(await text(page, 'deadlock-status'), /^Cannot deadlock/));
    await page.getByTestId('deadlock-status').click();
    await eventually(async () => assert.match(await text(page, 'waits-roots'), /leaf1 → sick.*holds up 11 queues/));
    await page.getByTestId('waits-roots').getByRole('button').first().click();
    assert.match(await text(page, 'selection'), /leaf1 · port 0/);
  },
  { path: ring('t=0s'), context: { viewport: DESKTOP } },
);
