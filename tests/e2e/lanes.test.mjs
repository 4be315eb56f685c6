// Tests of the pause lanes: a click on a bar or mark selects its time and queue.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { address, addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const PAUSED = { path: '#/preset/incast?t=60us', context: { viewport: DESKTOP } };

const lanes = (page) => page.getByTestId('lanes-area').locator('.rows .lane');
const lines = (page) => page.getByTestId('lanes-list').locator('li').allTextContents();

pageTest(
  'every queue that was paused has a lane, in words too',
  async (page) => {
    await settled(page, '60us');
    const all = await eventually(async () => {
      const now = await lines(page);
      assert.ok(now.filter((line) => /paused for .+ in all/.test(line)).length > 2, now.join('\n'));
      return now;
    });
    assert.ok((await lanes(page).count()) > 1);
    assert.equal((await lanes(page).first().locator('.whole, .dense').count()) > 0, true);
    await page.getByTestId('lanes-filter').check();
    await eventually(async () => {
      const fewer = await lines(page);
      assert.ok(fewer.length < all.length, `${fewer.length} of ${all.length}`);
      const node = (await text(page, 'selection')).split(' ')[0];
      assert.ok(fewer.every((line) => line.startsWith(`${node}.`)), fewer.join('\n'));
    });
  },
  PAUSED,
);

pageTest(
  'a click on a bar moves the cursor and selects its queue',
  async (page) => {
    await settled(page, '60us');
    const line = await eventually(async () => {
      const found = (await lines(page)).find((one) => /paused for/.test(one));
      assert.ok(found);
      return found;
    });
    const [name] = line.split(',');
    const lane = lanes(page).filter({ has: page.locator(`b[title="${name}"]`) }).first();
    // Find the first pixel of the first bar.
    const bar = await lane.evaluate((row) => {
      const path = [...row.querySelectorAll('path')].find((one) => one.getAttribute('d'));
      return { x: Number(/M([\d.]+)/.exec(path.getAttribute('d'))[1]), left: row.querySelector('svg').getBoundingClientRect().left };
    });
    const box = await lane.boundingBox();
    await page.mouse.click(bar.left + bar.x + 0.5, box.y + 12);
    const [node, port] = name.split('.');
    const there = await addressLike(page, new RegExp(`sel=${node}(\\.${port})?`));
    assert.doesNotMatch(there, /t=60us/);
    assert.equal(await page.getByTestId('play').getAttribute('aria-label'), 'Play');
  },
  PAUSED,
);

pageTest(
  'the keyboard moves through the lanes, and an action is a mark',
  async (page) => {
    await settled(page, '20us');
    await page.getByTestId('incast').click();
    await addressLike(page, /at=20us/);
    await page.getByTestId('lanes-area').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'lanes-detail'), /All events/));
    await page.keyboard.press('Home');
    await eventually(async () => assert.match(await text(page, 'lanes-detail'), /Action 1 at 20\.0.*incast to/));
    await page.getByTestId('home').click();
    await addressLike(page, /t=0/);
    await page.getByTestId('lanes-area').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const before = await addressLike(page, /t=20us/);
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'lanes-detail'), /, priority \d/));
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.notEqual(await address(page), before));
  },
  { path: '#/preset/pause?t=20us', context: { viewport: DESKTOP } },
);

pageTest(
  'drops that lie close together are one mark with their number',
  async (page) => {
    await settled(page, '60us');
    const row = page.getByTestId('lanes-area').locator('.all-events .lane');
    const numbers = await eventually(async () => {
      const found = await row.locator('text').allTextContents();
      assert.ok(found.length > 0 && found.every((one) => /^×\d+$/.test(one)), found.join());
      return found;
    });
    const marks = (await row.locator('path.drop').getAttribute('d')).match(/M/g).length / 2;
    assert.ok(marks >= numbers.length && marks < 60, `${marks} marks`);
    const drops = numbers.reduce((sum, one) => sum + Number(one.slice(1)), 0);
    assert.ok(drops > marks, `${drops} drops in ${marks} marks`);
  },
  { path: '#/preset/incast?headroom=0&t=60us', context: { viewport: DESKTOP } },
);

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `on a phone the lanes are a pane of their own, and axe finds nothing, ${colorScheme}`,
    async (page) => {
      await settled(page, '60us');
      await page.getByTestId('tab-lanes').click();
      await page.getByTestId('lanes').waitFor({ state: 'visible' });
      await eventually(async () => assert.ok((await lanes(page).count()) > 1));
      const { violations } = await new AxeBuilder({ page }).include('[data-testid=lanes]').analyze();
      assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`), []);
    },
    { path: '#/preset/incast?t=60us', context: { viewport: { width: 390, height: 844 }, colorScheme } },
  );
}

for (const viewport of [DESKTOP, { width: 390, height: 844 }]) {
  pageTest(
    `the lanes have a height at ${viewport.width} pixels`,
    async (page) => {
      await settled(page, '60us');
      if (viewport.width < 700) {
        await page.getByTestId('tab-lanes').click();
      }
      const field = await page.getByTestId('lanes-area').boundingBox();
      const boxes = await eventually(async () => {
        const all = await Promise.all((await lanes(page).all()).map((lane) => lane.boundingBox()));
        assert.ok(all.length > 1, `${all.length} lanes`);
        return all;
      });
      for (const box of boxes.slice(0, 2)) {
        assert.ok(box !== null && box.height >= 20, JSON.stringify(box));
        assert.ok(box.y >= field.y && box.x >= field.x - 1 && box.x + box.width <= field.x + field.width + 1, JSON.stringify(box));
      }
    },
    { path: '#/preset/incast?t=60us', context: { viewport } },
  );
}
