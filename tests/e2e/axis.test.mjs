// Tests of the time axis: slider, charts and lanes have one scale and one cursor.
import assert from 'node:assert/strict';

import { address, addressLike, eventually, settled, shown, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const INCAST = { path: '#/preset/incast?t=20us', context: { viewport: DESKTOP } };
const LEFT = 84;

const ps = (moment) => {
  const [, number, unit] = /^([\d.]+)(ps|ns|us|ms|s)/.exec(moment);
  return Number(number) * { ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 }[unit];
};

/** Positions of the cursor's line, the slider's thumb and the lanes' bars, in pixels of the screen. */
const places = (page) =>
  page.evaluate(() => {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const slider = document.querySelector('[data-testid=scrub]');
    const [track, line] = [box('[data-testid=scrub]'), box('[data-testid=cursor]')];
    const share = (slider.value - slider.min) / (slider.max - slider.min);
    return {
      thumb: track.left + 8 + share * (track.width - 16),
      line: line.left + line.width / 2,
      top: line.top,
      bottom: line.bottom,
      plots: [...document.querySelectorAll('.plot')].map((plot) => plot.getBoundingClientRect().left),
      charts: ['[data-testid=chart-queue]', '[data-testid=lanes-area]'].map((id) => box(id)).map(({ top, bottom }) => ({ top, bottom })),
    };
  });

pageTest(
  'one line marks the cursor in charts and lanes, where the slider stands',
  async (page) => {
    for (const moment of ['3us', '20us', '31.5us']) {
      await page.getByTestId('go-to').fill(moment);
      await page.keyboard.press('Enter');
      await settled(page, moment);
      await eventually(async () => {
        const now = await places(page);
        assert.ok(Math.abs(now.line - now.thumb) < 1, `${moment}: ${JSON.stringify(now)}`);
        assert.ok(now.charts.every(({ top, bottom }) => now.top <= top && now.bottom >= bottom), JSON.stringify(now));
        assert.equal(new Set(now.plots).size, 1, 'all plots begin at one place');
      });
    }
    assert.equal(await page.getByTestId('cursor').count(), 1);
  },
  INCAST,
);

pageTest(
  'a click or a drag in a chart, in the lanes and below the times moves the cursor',
  async (page) => {
    await settled(page, '20us');
    const chart = await page.locator('.queues .plot').boundingBox();
    for (const [x, id] of [[150, 'queue'], [260, 'queue'], [90, 'times']]) {
      const box = id === 'times' ? await page.getByTestId('times').boundingBox() : chart;
      const before = (await shown(page)).moment;
      await page.mouse.click(box.x + LEFT + x, box.y + box.height / 2);
      await eventually(async () => assert.notEqual((await shown(page)).moment, before));
      await eventually(async () => {
        const now = await places(page);
        assert.ok(Math.abs(now.line - (box.x + LEFT + x)) < 1.5, `${id} ${x}: ${now.line}`);
      });
    }
    await page.mouse.move(chart.x + LEFT + 100, chart.y + 30);
    await page.mouse.down();
    await page.mouse.move(chart.x + LEFT + 300, chart.y + 30, { steps: 5 });
    await page.mouse.up();
    await eventually(async () => {
      const now = await places(page);
      assert.ok(Math.abs(now.line - (chart.x + LEFT + 300)) < 1.5, `${now.line}`);
    });
    assert.doesNotMatch(await address(page), /zoom=/, 'a drag seeks and marks nothing');
    const strip = await page.getByTestId('overview').boundingBox();
    await page.mouse.click(strip.x + strip.width * 0.9, strip.y + strip.height / 2);
    const end = Number(/of ([\d.]+)us/.exec(await page.getByTestId('scrub').getAttribute('aria-valuetext'))[1]) * 1e6;
    await eventually(async () => assert.ok(Math.abs(ps((await shown(page)).moment) - 0.9 * end) < 0.01 * end));
  },
  INCAST,
);

pageTest(
  'a typed time moves the cursor, and an invalid one is refused in one line',
  async (page) => {
    await settled(page, '20us');
    await page.keyboard.press('u');
    await page.keyboard.type('12.5 µs');
    await page.keyboard.press('Enter');
    await settled(page, '12.5us');
    await addressLike(page, /t=12\.5us/);
    for (const bad of ['soon', '-3us', '9999s', '12.5']) {
      await page.getByTestId('go-to').fill(bad);
      await page.keyboard.press('Enter');
      const refused = page.getByTestId('go-to-refusal');
      await refused.waitFor();
      const { height } = await refused.boundingBox();
      assert.ok(height < 34, `${bad}: ${height} is more than one line`);
      assert.match(await refused.textContent(), /^Time .*such as 12\.5us/);
      assert.ok((await shown(page)).moment.startsWith('12.5us'));
    }
    await page.getByTestId('go-to').fill('7us');
    assert.equal(await page.getByTestId('go-to-refusal').count(), 0);
  },
  INCAST,
);

pageTest(
  'a typed time that is far away shows its progress, and can be called off',
  async (page) => {
    await settled(page, '20us');
    await page.getByTestId('go-to').fill('3600s');
    await page.keyboard.press('Enter');
    await page.getByTestId('link-seek').waitFor();
    await page.getByTestId('link-seek-stay').click({ force: true });
    await eventually(async () => assert.equal(await page.getByTestId('link-seek').count(), 0));
    await settled(page, '20us');
  },
  { path: '#/preset/victim?t=20us&run=0', context: { viewport: DESKTOP } },
);

pageTest(
  'while it plays the axis grows without jumps, and lanes keep their places',
  async (page) => {
    let lanes = [];
    let share = 0;
    await eventually(async () => {
      const now = await page.evaluate(() => {
        const line = document.querySelector('[data-testid=cursor]');
        const scrub = document.querySelector('[data-testid=scrub]').getBoundingClientRect();
        return {
          lanes: [...document.querySelectorAll('.rows .lane b')].map((name) => name.title),
          clock: document.querySelector('[data-testid=clock]').title,
          share: (line.getBoundingClientRect().x - scrub.x) / scrub.width,
        };
      });
      assert.ok(now.share > share - 0.08 && now.share < 1.01, `the cursor went from ${share} to ${now.share}`);
      share = now.share;
      assert.deepEqual(now.lanes.slice(0, lanes.length), lanes, 'no lane changes its place');
      lanes = now.lanes;
      assert.ok(ps(now.clock) > 30e6, now.clock);
    }, 20000);
    assert.ok(lanes.length > 0 && (await text(page, 'count-pauses')) !== '0');
  },
  { path: '#/preset/pause?speed=4us', context: { viewport: DESKTOP } },
);
