// The inside of a switch: tabs, a match step by step, what waits, shares.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { address, addressLike, eventually, settled, text } from './desk.mjs';
import { pageTest } from './page.mjs';

const CROSSBAR = '#/preset/crossbar?t=20us';
const DESK = { width: 1440, height: 900 };

const selected = (page, id) => page.getByTestId(id).getAttribute('aria-selected');

pageTest(
  'tabs are chosen with arrow keys, are in the address, and remembered',
  async (page) => {
    await settled(page, '12us');
    assert.equal(await selected(page, 'view-buffers'), 'true');
    await page.getByTestId('view-buffers').focus();
    await page.keyboard.press('ArrowRight');
    await addressLike(page, /tab=islip/);
    assert.equal(await selected(page, 'view-islip'), 'true');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'view-islip');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await addressLike(page, /tab=ets/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await addressLike(page, /tab=buffers/);
    await page.getByTestId('view-ets').click();
    await page.evaluate(() => {
      location.hash = '#/preset/pause?t=13us';
    });
    await settled(page, '13us');
    await page.reload();
    await eventually(async () => assert.equal(await selected(page, 'view-ets'), 'true'));
    assert.doesNotMatch(await address(page), /tab=/);
  },
  { path: '#/preset/pause?t=12us', context: { viewport: DESK } },
);

pageTest(
  'a match is gone through with the keyboard, each step with a sentence of its own',
  async (page) => {
    await settled(page, '20us');
    const stages = await page.getByTestId('stepper').locator('.switch button').allTextContents();
    assert.deepEqual(stages.slice(0, 3), ['request', 'grant 1', 'accept 1']);
    const last = await text(page, 'match-sentence');
    await page.getByTestId('stage-0').focus();
    await page.keyboard.press('Home');
    await eventually(async () => assert.match(await text(page, 'match-sentence'), /asks? for/));
    const said = new Set([await text(page, 'match-sentence')]);
    const asked = await page.getByTestId('match-list').locator('li').allTextContents();
    assert.ok(asked.every((line) => /asked|joined before/.test(line)), asked.join('; '));
    for (let n = 1; n < stages.length; n += 1) {
      await page.keyboard.press('ArrowRight');
      await eventually(async () => {
        assert.equal(await page.getByTestId(`stage-${n}`).getAttribute('aria-pressed'), 'true');
      });
      said.add(await text(page, 'match-sentence'));
    }
    assert.equal(said.size, stages.length);
    assert.ok(said.has(last), 'it opened at its end');
    assert.match(await text(page, 'match-list'), /accepted/);
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.notEqual(await text(page, 'match-sentence'), last));
  },
  { path: CROSSBAR, context: { viewport: DESK } },
);

pageTest(
  'the cells of both matrices are read with arrow keys, and select an output',
  async (page) => {
    await settled(page, '20us');
    await page.getByTestId('heat-grid').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'heat-detail'), /^h1 → h1: 0/));
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'heat-detail'), /^h2 → h1: [1-9]/));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await text(page, 'selection'), 's1 · port 1'));
    assert.match(await text(page, 'heat-most'), /kB$/);
    await page.getByTestId('match-grid').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'match-detail'), /^h1 → h1/));
  },
  { path: CROSSBAR, context: { viewport: DESK } },
);

pageTest(
  'an ideal fabric says so, and a button gives it a crossbar from the start',
  async (page) => {
    await settled(page, '20us');
    assert.match(await text(page, 'inside'), /ideal fabric/);
    await page.getByTestId('give-crossbar').click();
    await addressLike(page, /fabric=crossbar/);
    await page.getByTestId('match').waitFor();
    await settled(page, '20us');
    await page.getByTestId('inside-crossbar_inputs').selectOption('fifo');
    await addressLike(page, /crossbar_inputs=fifo/);
    await page.evaluate(() => {
      location.hash = '#/preset/incast?t=20us&sel=h1.0.p3&tab=islip';
    });
    await eventually(async () => assert.match(await text(page, 'inside'), /h1 is a host/));
  },
  { path: '#/preset/incast?t=20us&tab=islip', context: { viewport: DESK } },
);

pageTest(
  'classes show their measured share beside the target',
  async (page) => {
    await settled(page, '60us');
    const meters = page.getByTestId('ets').getByRole('meter');
    assert.deepEqual(
      await meters.evaluateAll((all) => all.map((one) => Math.round(Number(one.getAttribute('aria-valuenow')) / 5) * 5)),
      [15, 80, 5],
    );
    await page.getByTestId('view-buffers').click();
    await eventually(async () => assert.match(await text(page, 'pool-total'), /16\.0.MB/));
    assert.match(await page.getByTestId('pool').locator('.stack').first().getAttribute('aria-label'), /headroom .* of /);
  },
  { path: '#/preset/ets?t=60us', context: { viewport: DESK } },
);

pageTest(
  'warnings are counted at the top and follow a slider',
  async (page) => {
    await settled(page, '12us');
    assert.equal(await page.getByTestId('warnings').count(), 0);
    await page.getByTestId('value-headroom').fill('1k');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await text(page, 'warnings-count'), /warning/));
    await page.getByTestId('warnings-count').click();
    await eventually(async () => assert.match(await text(page, 'warnings'), /headroom/));
  },
  { path: '#/preset/pause?t=12us', context: { viewport: DESK } },
);

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `axe finds nothing serious inside a switch, ${colorScheme}`,
    async (page) => {
      await settled(page, '20us');
      for (const tab of ['view-islip', 'view-ets', 'view-frame', 'view-buffers']) {
        await page.getByTestId(tab).click();
        await page.waitForTimeout(150);
        const { violations } = await new AxeBuilder({ page }).include('.inspector').analyze();
        const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const list = bad.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} ${target} ${any[0]?.message ?? ''}`));
        assert.deepEqual(list, [], tab);
      }
    },
    { path: CROSSBAR, context: { colorScheme, viewport: DESK } },
  );
}
