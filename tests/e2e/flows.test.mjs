// Tests of the tab of a flow, and of flows that are added, changed and stopped by hand.
import assert from 'node:assert/strict';

import { addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest, url } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };

/** Steps until the flow has started. Its start has a random delay of less than a frame time. */
const begins = (page, flow) =>
  eventually(async () => {
    await page.getByTestId('step').click();
    assert.equal(await text(page, flow), 'Stop');
  });

pageTest(
  'a flow is added by its form, selected and stopped; links contain it and undo removes it',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('flows').locator('summary').click();
    assert.equal(await page.getByTestId('flow-8').count(), 0);
    await page.getByTestId('flow-add').click();
    await page.getByTestId('flow-from').selectOption('h2');
    await page.getByTestId('flow-rate-field').fill('fast');
    await page.getByTestId('flow-rate-field').press('Enter');
    await eventually(async () => assert.match(await text(page, 'flow-refusal'), /^Not done: Rate is "fast", but must be/));
    assert.equal(await page.getByTestId('flow-from').inputValue(), 'h2', 'nothing is lost');
    await page.getByTestId('flow-rate-field').fill('2G');
    await page.getByTestId('flow-submit').click();
    await addressLike(page, /^#\/preset\/dcqcn-on\?v=\w+&at=60us:\{%22flow%22.*h2%20to%20r%202.*tab=flow&flow=8/);
    await eventually(async () => assert.equal(await text(page, 'flow-name-8'), 'h2 to r 2'));
    assert.equal(await page.getByTestId('flow-form').count(), 0);
    assert.equal(await page.getByTestId('flow-choice').inputValue(), '8');
    await begins(page, 'flow-8');
    await page.getByTestId('flow-change-8').click();
    // The form may be far from the flow, so it is scrolled into view and focused.
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'flow-from'));
    assert.ok(await page.getByTestId('flow-from').evaluate((field) => field.getBoundingClientRect().bottom < innerHeight));
    assert.equal(await page.getByTestId('flow-rate-field').inputValue(), '2G');
    await page.getByTestId('flow-rate-field').fill('4G');
    await page.getByTestId('flow-submit').click();
    await eventually(async () => assert.equal(await text(page, 'flow-name-9'), 'h2 to r 3'));
    await begins(page, 'flow-9');
    await page.getByTestId('flow-9').click();
    const link = await addressLike(page, /stop=h2%20to%20r%203/);
    const other = await page.context().newPage();
    await other.goto(new URL(link, url).href);
    await eventually(async () => assert.equal(await text(other, 'flow-choice'), await text(page, 'flow-choice')));
    await other.close();
    for (let n = 0; n < 3; n += 1) {
      await page.getByTestId('undo').click();
    }
    await eventually(async () => assert.equal(await page.getByTestId('flow-8').count(), 0));
  },
  { path: '#/preset/dcqcn-on?t=60us', context: { viewport: DESKTOP } },
);

pageTest(
  'a flow card shows status, rate and latency; a key selects the next flow',
  async (page) => {
    await settled(page, '2ms');
    await page.keyboard.press('f');
    await addressLike(page, /tab=flow&flow=0/);
    await page.keyboard.press('f');
    await addressLike(page, /tab=flow&flow=1/);
    await eventually(async () => assert.match(await text(page, 'flow-state'), /^LIMITED BY ITS RATE.*DCQCN lets h2 send/));
    const rate = page.getByTestId('flow-rate').getByRole('meter');
    assert.match(await rate.getAttribute('aria-valuetext'), /Gb\/s of 40\.0.Gb\/s/);
    const now = Number(await rate.getAttribute('aria-valuenow'));
    assert.ok(now > 1e9 && now < 40e9, `${now}`);
    assert.match(await text(page, 'flow-stage'), /Additive increase|Fast recovery/);
    assert.match(await text(page, 'flow-properties'), /goodput.*CNPs sent · got/);
    await page.getByTestId('flow-latency-measure').click();
    await eventually(async () => assert.match(await text(page, 'flow-latency'), /Mean of the \d+ frames.*queueing.*propagation/));
    assert.ok(await page.getByTestId('chart-rates').isVisible());
    assert.ok(await page.getByTestId('chart-queue').isVisible(), 'both have room at a desk');
    assert.match(await text(page, 'narrator'), /^At \d+.µs: h\d receives a CNP for marked frames to r: it cuts its rate to/);
  },
  { path: '#/preset/dcqcn-on?t=2ms', context: { viewport: DESKTOP } },
);

pageTest(
  'the name of a curve selects its flow, and the curve also moves the cursor',
  async (page) => {
    await settled(page, '30us');
    const names = page.locator('.rates .line-label button');
    await eventually(async () => assert.ok((await names.count()) > 1));
    const other = names.filter({ hasNotText: await page.locator('.rates .legend-entry.flow b').textContent() }).last();
    // Select by keyboard, then by click.
    await other.focus();
    await page.keyboard.press('Enter');
    await addressLike(page, /tab=flow&flow=\d+&t=30us/);
    await eventually(async () => assert.equal(await page.locator('.rates .line-label button[aria-pressed=true]').count(), 1));
    await page.locator('.rates .line-label button[aria-pressed=true]').click();
    await eventually(async () => assert.equal(await page.locator('.rates .line-label button[aria-pressed=true]').count(), 0));
    const plot = page.locator('.rates .plot');
    const { x, y, width, height } = await plot.boundingBox();
    let at = y + 4;
    do {
      at += 3;
      await page.mouse.move(x + width / 4, at);
    } while (at < y + height && !(await plot.evaluate((plot) => plot.classList.contains('on-curve'))));
    await page.mouse.click(x + width / 4, at);
    await eventually(async () => assert.equal(await page.locator('.rates .line-label button[aria-pressed=true]').count(), 1));
    await addressLike(page, /t=(?!30us)/);
  },
  { path: '#/preset/incast?t=30us&run=0', context: { viewport: DESKTOP } },
);
