// Tests of a shorter visible interval of time: by key, wheel, drag, two fingers and link.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { address, addressLike, eventually, settled, text, written } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const STANDING = { path: '#/preset/incast?t=60us', context: { viewport: DESKTOP } };
const AXES = 84;

/** Start and end, in ps, of the visible interval of time in the address; null if the address has none. */
async function zoom(page) {
  const found = /[?&]zoom=([\d.]+)(\w+)\.\.([\d.]+)(\w+)/.exec(await address(page));
  const unit = { ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 };
  return found && [Number(found[1]) * unit[found[2]], Number(found[3]) * unit[found[4]]];
}

/** Waits for a visible interval of time that `check` accepts, and returns the interval. */
const zoomed = (page, check) =>
  eventually(async () => {
    const ends = await zoom(page);
    assert.ok(ends && check(ends), `${await address(page)}`);
    return ends;
  });

const times = (page) => page.getByTestId('times').locator('span').allTextContents();
const band = (page) => page.getByTestId('overview-window').getAttribute('style');
const plot = (page) => page.locator('.queues .plot');

pageTest(
  'keys and buttons zoom, pan and show all; the address has the window without a new entry',
  async (page) => {
    await settled(page, '60us');
    const entries = await page.evaluate(() => history.length);
    assert.equal(await zoom(page), null);
    const [whole, all] = [await times(page), await band(page)];
    await page.keyboard.press('+');
    const first = await zoomed(page, ([from, to]) => from <= 60e6 && to >= 60e6);
    await page.keyboard.press('=');
    const near = await zoomed(page, ([from, to]) => to - from < 0.51 * (first[1] - first[0]));
    await eventually(async () => assert.notDeepEqual(await times(page), whole));
    assert.notEqual(await band(page), all);
    await page.keyboard.press('Shift+P');
    await zoomed(page, ([from, to]) => from < near[0] && Math.abs(to - from - (near[1] - near[0])) < 2);
    await page.keyboard.press('p');
    await zoomed(page, ([from]) => Math.abs(from - near[0]) < 2);
    await page.keyboard.press('-');
    await zoomed(page, ([from, to]) => to - from > 1.9 * (near[1] - near[0]));
    await page.keyboard.press('z');
    await eventually(async () => assert.equal(await zoom(page), null));
    await eventually(async () => assert.equal(await band(page), all));
    assert.deepEqual(await times(page), whole);
    assert.equal(await page.getByTestId('zoom-whole').isDisabled(), true);
    await page.getByTestId('zoom-in').click();
    await zoomed(page, () => true);
    await page.getByTestId('zoom-whole').click();
    await eventually(async () => assert.equal(await zoom(page), null));
    assert.equal(await page.evaluate(() => history.length), entries);
  },
  STANDING,
);

pageTest(
  'a wheel zooms around the pointer and pans sideways; over the lanes it needs ctrl',
  async (page) => {
    await settled(page, '60us');
    const chart = await plot(page).boundingBox();
    const x = chart.x + AXES + 100;
    await page.mouse.move(x, chart.y + 40);
    await page.mouse.wheel(0, -240);
    const near = await zoomed(page, () => true);
    await page.mouse.wheel(0, -240);
    const nearer = await zoomed(page, ([from, to]) => to - from < 0.7 * (near[1] - near[0]));
    const share = ([from, to], at) => (at - from) / (to - from);
    const at = nearer[0] + share([0, 1], 100 / (chart.width - AXES - 112)) * (nearer[1] - nearer[0]);
    assert.ok(Math.abs(share(near, at) - share(nearer, at)) < 0.01, 'what is below the pointer stays there');
    await page.mouse.wheel(100, 0);
    const later = await zoomed(page, ([from]) => from > nearer[0]);
    const lanes = await page.getByTestId('lanes-area').boundingBox();
    await page.mouse.move(lanes.x + AXES + 200, lanes.y + 40);
    await page.mouse.wheel(0, 30);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -240);
    await page.keyboard.up('Control');
    await zoomed(page, ([from, to]) => to - from < 0.7 * (later[1] - later[0]));
    await page.mouse.dblclick(x, chart.y + 40);
    await eventually(async () => assert.equal(await zoom(page), null));
  },
  STANDING,
);

pageTest(
  'after any number of zoom steps the address has the shown window',
  async (page) => {
    await settled(page, '60us');
    const chart = await plot(page).boundingBox();
    await page.mouse.move(chart.x + AXES + 100, chart.y + 40);
    // More changes than Chromium lets a page write to its address in half a minute.
    for (let n = 0; n < 260; n += 1) {
      await page.mouse.wheel(0, n % 2 === 0 ? -120 : 60);
    }
    await zoomed(page, () => true);
    await page.keyboard.press('z');
    await eventually(async () => assert.equal(await zoom(page), null));
  },
  STANDING,
);

pageTest(
  'dragging with shift across a chart or the lanes zooms to the marked interval, and escape cancels it',
  async (page) => {
    await settled(page, '60us');
    const chart = await plot(page).boundingBox();
    const y = chart.y + 40;
    await page.keyboard.down('Shift');
    await page.mouse.move(chart.x + AXES + 100, y);
    await page.mouse.down();
    await page.mouse.move(chart.x + AXES + 200, y, { steps: 4 });
    await page.locator('.queues .marked').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.queues .marked').count(), 0);
    await page.mouse.up();
    assert.equal(await zoom(page), null);
    await page.mouse.move(chart.x + AXES + 100, y);
    await page.mouse.down();
    await page.mouse.move(chart.x + AXES + 200, y, { steps: 4 });
    await page.mouse.up();
    const near = await zoomed(page, () => true);
    const before = await address(page);
    const lanes = await page.getByTestId('lanes-area').boundingBox();
    await page.mouse.move(lanes.x + AXES + 300, lanes.y + 36);
    await page.mouse.down();
    await page.mouse.move(lanes.x + AXES + 100, lanes.y + 36, { steps: 4 });
    await page.mouse.up();
    const nearer = await zoomed(page, ([from, to]) => to - from < 0.9 * (near[1] - near[0]));
    await page.keyboard.up('Shift');
    assert.ok(nearer[0] >= near[0] && nearer[1] <= near[1]);
    const but = (link) => link.replace(/zoom=[^&]*|end=[^&]*/g, '');
    assert.equal(but(await address(page)), but(before), 'nothing was selected or gone to');
  },
  STANDING,
);

pageTest(
  'a link restores its window, and a seek out of it moves it',
  async (page) => {
    await settled(page, '60us');
    assert.deepEqual(await zoom(page), [20e6, 24e6]);
    const shown = await times(page);
    assert.ok(shown.length > 2 && shown.every((time) => /^2[0-4](\.\d)?\s/.test(time)), shown.join());
    const link = await written(page);
    await page.goto('about:blank');
    await page.goto(new URL(link, process.env.FABRIC_URL).href);
    await settled(page, '60us');
    assert.deepEqual(await zoom(page), [20e6, 24e6]);
    await page.getByTestId('home').click();
    await zoomed(page, ([from, to]) => from === 0 && to === 4e6);
  },
  { path: '#/preset/incast?zoom=20us..24us&t=60us', context: { viewport: DESKTOP } },
);

pageTest(
  'the window follows the playing cursor',
  async (page) => {
    await settled(page, '10us');
    await page.getByTestId('play').click();
    await eventually(async () => assert.match(await text(page, 'clock'), /^1[3-9]\./), 15000);
    await page.getByTestId('play').click();
    await addressLike(page, /t=1[3-9]/);
    const now = Number((await text(page, 'clock')).split(' ')[0]) * 1e6;
    await zoomed(page, ([from, to]) => from <= now + 1e3 && to >= now - 1e3 && Math.abs(to - from - 2e6) < 2);
  },
  { path: '#/preset/pause?zoom=9us..11us&t=10us&speed=2us', context: { viewport: DESKTOP } },
);

pageTest(
  'the keyboard in the lanes takes the window to its places',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('lanes-area').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await zoomed(page, ([from, to]) => to < 50e6 && Math.abs(to - from - 0.5e6) < 2);
    assert.equal(await page.locator('.lanes .keyboard-cursor').count(), 1);
  },
  { path: '#/preset/incast?zoom=59.6us..60.1us&t=60us', context: { viewport: DESKTOP } },
);

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `on a phone fingers and buttons zoom the lanes, and axe finds nothing, ${colorScheme}`,
    async (page) => {
      await settled(page, '60us');
      await page.getByTestId('tab-lanes').click();
      const box = await page.getByTestId('lanes-area').boundingBox();
      const touch = await page.context().newCDPSession(page);
      const [y, middle] = [box.y + 40, box.x + AXES + 140];
      const fingers = (apart) => [{ x: middle - apart, y, id: 0 }, { x: middle + apart, y, id: 1 }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
      for (const apart of [30, 50, 70]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      const near = await zoomed(page, () => true);
      await page.getByTestId('zoom-in').click();
      await zoomed(page, ([from, to]) => to - from < 0.6 * (near[1] - near[0]));
      const { violations } = await new AxeBuilder({ page }).include('[data-testid=lanes]').analyze();
      assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`), []);
      await page.getByTestId('tab-chart').click();
      await page.getByTestId('chart-zoom-whole').click();
      await eventually(async () => assert.equal(await zoom(page), null));
    },
    { path: '#/preset/incast?t=60us', context: { viewport: { width: 390, height: 844 }, colorScheme, hasTouch: true } },
  );
}
