// Tests for presentations: sizes, folded panels, page keys, selected charts, pages in a frame.
import assert from 'node:assert/strict';

import { addressLike, eventually, settled, shown, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const at = (width, height) => ({ viewport: { width, height } });
const INCAST = '#/preset/incast?t=20us';

/** Boxes of the parts of the page, by name. Parts that are not shown are left out. */
const boxes = (page) =>
  page.evaluate(() => {
    const parts = { fabric: '[data-testid=fabric-canvas]', narrator: '[data-testid=narrator]', queue: '.queues .plot', rates: '.rates .plot', lanes: '.lanes .plot', play: '[data-testid=play]', axis: '.time-axis' };
    const found = Object.entries(parts).map(([name, selector]) => [name, document.querySelector(selector)?.getBoundingClientRect()]);
    return Object.fromEntries(found.filter(([, box]) => box?.width > 0).map(([name, { top, bottom, left, right }]) => [name, { top, bottom, left, right, high: bottom - top }]));
  });

pageTest(
  'page down and page up step, with shift to key events, also from the slider',
  async (page) => {
    await settled(page, '20us');
    const event = async () => Number(/event (\d+)/.exec((await shown(page)).moment)[1]);
    const first = await event();
    await page.keyboard.press('PageDown');
    await eventually(async () => assert.equal(await event(), first + 1));
    await page.getByTestId('scrub').focus();
    await page.keyboard.press('PageDown');
    await eventually(async () => assert.equal(await event(), first + 2));
    await page.keyboard.press('PageUp');
    await eventually(async () => assert.equal(await event(), first + 1));
    await page.keyboard.press('Shift+PageDown');
    await eventually(async () => assert.ok((await event()) >= first + 2));
  },
  { path: INCAST, context: at(1440, 900) },
);

for (const [width, height] of [[1280, 720], [1920, 1080], [1440, 900]]) {
  pageTest(
    `the fabric, the chosen charts and the narrator are all there at ${width}x${height}`,
    async (page) => {
      await settled(page, '20us');
      await eventually(async () => {
        const now = await boxes(page);
        assert.deepEqual(Object.keys(now).toSorted(), ['axis', 'fabric', 'lanes', 'narrator', 'play', 'queue', 'rates']);
        for (const [name, box] of Object.entries(now)) {
          assert.ok(box.top >= 0 && box.bottom <= height + 0.5 && box.left >= 0 && box.right <= width + 0.5, `${name}: ${JSON.stringify(box)}`);
        }
        assert.ok(now.fabric.high > 0.24 * height, `fabric ${now.fabric.high}`);
        assert.ok(now.queue.high > 55 && now.rates.high > 55 && now.lanes.high > 48, JSON.stringify(now));
      });
    },
    { path: `${INCAST}&charts=queue,rates,lanes`, context: at(width, height) },
  );
}

pageTest(
  'a folded panel stays folded after a reload, and its space is used by the fabric',
  async (page) => {
    await settled(page, '20us');
    const wide = async () => (await boxes(page)).fabric.right - (await boxes(page)).fabric.left;
    const before = await wide();
    await page.getByTestId('fold-params').click();
    await page.keyboard.press(')');
    await eventually(async () => assert.ok((await wide()) > before + 500));
    await page.reload();
    await settled(page, '20us');
    await eventually(async () => assert.ok((await wide()) > before + 500));
    assert.equal(await page.locator('aside.inspector, section.inspector, div.inspector').isVisible(), false);
    assert.equal(await page.getByTestId('fold-inspector').getAttribute('aria-expanded'), 'false');
    await page.getByTestId('fold-inspector').click();
    await page.keyboard.press('(');
    await eventually(async () => assert.equal(await wide(), before));
  },
  { path: INCAST, context: at(1440, 900) },
);

pageTest(
  'text and marks have four sizes, which are in the link, and the pointer still selects correctly',
  async (page) => {
    await settled(page, '20us');
    const letters = () => page.getByTestId('narrator').evaluate((line) => line.getBoundingClientRect().height);
    const first = await letters();
    for (const size of [2, 3, 4]) {
      await page.keyboard.press('h');
      await addressLike(page, new RegExp(`present=${size}`));
    }
    assert.ok((await letters()) > 1.3 * first);
    await eventually(async () => {
      const { fabric, narrator, queue, axis, play } = await boxes(page);
      for (const box of [fabric, narrator, queue, axis, play]) {
        assert.ok(box.top >= 0 && box.bottom <= 1080.5 && box.right <= 1920.5, JSON.stringify(await boxes(page)));
      }
      assert.ok(fabric.high > 200, `${fabric.high}`);
    });
    const plot = await page.locator('.queues .plot').boundingBox();
    const x = plot.x + plot.width / 2;
    await page.mouse.click(x, plot.y + plot.height / 2);
    await eventually(async () => {
      const line = await page.getByTestId('cursor').boundingBox();
      assert.ok(Math.abs(line.x - x) < 3, `${line.x} for ${x}`);
    });
    await page.keyboard.press('h');
    await addressLike(page, /present=1/);
    await eventually(async () => assert.equal(await letters(), first));
  },
  { path: INCAST, context: at(1920, 1080) },
);

for (const [width, height, size] of [[1280, 720, 2], [1280, 720, 3], [1280, 720, 4], [1920, 1080, 3], [1920, 1080, 4]]) {
  pageTest(
    `the fabric has the same height in size ${size} at ${width}x${height}, and nothing covers anything`,
    async (page) => {
      await settled(page, '30us');
      await eventually(async () => {
        const now = await boxes(page);
        const { fabric, narrator, axis, queue, play } = now;
        assert.ok(fabric.high > 0.36 * height, JSON.stringify(now));
        assert.ok(fabric.bottom <= narrator.top + 1 && narrator.bottom <= axis.top + 1 && axis.bottom <= queue.top, JSON.stringify(now));
        assert.ok(queue.bottom <= play.bottom + 1 && play.bottom <= height && now.lanes.high > 40, JSON.stringify(now));
        const cut = await page.getByTestId('preset-menu').boundingBox();
        assert.ok(cut.width > 150, `the name of the preset has ${cut.width} pixels`);
      });
    },
    { path: `#/preset/victim?t=30us&run=0&charts=queue,rates,lanes&present=${size}`, context: at(width, height) },
  );
}

for (const [width, height] of [[1280, 720], [1920, 1080]]) {
  for (const size of [1, 2, 3, 4]) {
    pageTest(
      `in size ${size} at ${width}x${height} the fabric, the narrator and the chosen charts are whole`,
      async (page) => {
        for (const [preset, time] of [['victim', '51.93us'], ['incast', '30us'], ['deadlock-4', '200us'], ['dcqcn-on', '100us']]) {
          await page.evaluate((hash) => {
            location.hash = hash;
          }, `#/preset/${preset}?t=${time}&run=0&charts=queue,rates,lanes&present=${size}`);
          await eventually(async () => assert.equal(await page.getByTestId('preset-menu').inputValue(), preset));
          await settled(page, time);
          await eventually(async () => {
            const now = await boxes(page);
            const what = `${preset}: ${JSON.stringify(now)}`;
            const order = ['fabric', 'narrator', 'axis', 'queue', 'rates', 'lanes', 'play'];
            assert.deepEqual(Object.keys(now).toSorted(), order.toSorted(), what);
            for (const [n, name] of order.entries()) {
              const { top, bottom, left, right } = now[name];
              assert.ok(top >= -0.5 && bottom <= height + 0.5 && left >= -0.5 && right <= width + 0.5, `${name} of ${what}`);
              assert.ok(n === 0 || now[order[n - 1]].bottom <= top + 1.5, `${name} of ${what}`);
            }
            assert.ok(now.queue.high > 50 && now.rates.high > 50 && now.lanes.high > 36, what);
          });
          const bar = await page.locator('.app').evaluate((app) => [app.scrollHeight, app.clientHeight]);
          assert.ok(bar[0] <= bar[1] + 1, `${preset} scrolls: ${bar}`);
          await eventually(async () => {
            const paused = await page.locator('.topology .node.host.paused').evaluateAll((hosts) => hosts.map((host) => host.textContent));
            assert.ok(paused.every((name) => /^\s*\w/.test(name)), `${preset}: ${paused}`);
            const lanes = await page.locator('.lanes .rows .lane').count();
            assert.ok(lanes > 0, `${preset} has no lane`);
          });
        }
      },
      { path: `#/preset/pause?t=8us&run=0&present=${size}`, context: at(width, height) },
    );
  }
}

for (const [width, height, charts] of [[960, 540, 'queue,rates'], [720, 480, 'queue,rates'], [400, 300, 'queue']]) {
  pageTest(
    `a frame of another page draws the curves of ${charts} at ${width}x${height}`,
    async (page) => {
      await settled(page, '8us');
      await eventually(async () => {
        for (const chart of charts.split(',')) {
          const drawn = await page.getByTestId(`chart-${chart}`).evaluate((canvas) => [canvas.width, canvas.getBoundingClientRect().width]);
          assert.ok(Math.abs(drawn[0] - drawn[1]) < 2, `${chart}: ${drawn}`);
        }
        assert.ok((await boxes(page)).fabric.high > 0.33 * height);
      });
    },
    { path: `#/preset/pause?t=8us&run=0&embed=1&charts=${charts}`, context: at(width, height) },
  );
}

pageTest(
  'an invalid size, chart or zoom is refused in one line each, and the rest of the link is shown',
  async (page) => {
    await settled(page, '20us');
    const error = await text(page, 'error-bar');
    for (const key of ['present', 'charts', 'zoom']) {
      assert.match(error, new RegExp(`${key} is `));
    }
    assert.equal(await page.getByTestId('preset-menu').inputValue(), 'incast');
  },
  { path: `${INCAST}&present=9&charts=heat&zoom=never`, context: at(1440, 900) },
);

for (const [width, height] of [[720, 480], [420, 560], [1000, 700]]) {
  pageTest(
    `a frame of another page has the fabric and the named charts at ${width}x${height}`,
    async (page) => {
      await settled(page, '20us');
      await eventually(async () => {
        const now = await boxes(page);
        assert.deepEqual(Object.keys(now).toSorted(), ['axis', 'fabric', 'lanes', 'narrator', 'play', 'rates']);
        assert.ok(Object.values(now).every((box) => box.bottom <= height + 0.5 && box.right <= width + 0.5), JSON.stringify(now));
        assert.ok(now.fabric.high > 60 && now.rates.high > 50, JSON.stringify(now));
      });
    },
    { path: `${INCAST}&embed=1&charts=rates,lanes`, context: at(width, height) },
  );
}

pageTest(
  'a low frame of another page shows one chart of two beside the lanes, and its button shows the other one',
  async (page) => {
    await settled(page, '20us');
    const parts = async () => Object.keys(await boxes(page)).toSorted();
    await eventually(async () => assert.deepEqual(await parts(), ['axis', 'fabric', 'lanes', 'narrator', 'play', 'queue']));
    assert.ok((await boxes(page)).fabric.high > 0.33 * 480);
    const other = page.getByTestId('other-chart').filter({ visible: true });
    assert.equal(await other.textContent(), 'Rates instead');
    await other.click();
    await eventually(async () => assert.deepEqual(await parts(), ['axis', 'fabric', 'lanes', 'narrator', 'play', 'rates']));
  },
  { path: `${INCAST}&embed=1&charts=queue,rates,lanes`, context: at(720, 480) },
);

pageTest(
  'a small frame of another page shows a fabric of 120 pixels and one chart, and its buttons show the others',
  async (page) => {
    await settled(page, '20us');
    const shows = (part) =>
      eventually(async () => {
        const now = await boxes(page);
        assert.deepEqual(Object.keys(now).toSorted(), ['axis', 'fabric', part, 'narrator', 'play'].toSorted());
        assert.ok(now.fabric.high >= 119, JSON.stringify(now));
        assert.ok(Object.values(now).every((box) => box.bottom <= 300.5 && box.right <= 400.5), JSON.stringify(now));
      });
    await shows('queue');
    await page.getByText('Lanes instead').filter({ visible: true }).click();
    await shows('lanes');
    assert.ok(await page.locator('.lanes .rows .lane').first().isVisible());
    await page.getByText('Queue depth instead').filter({ visible: true }).click();
    await shows('queue');
  },
  { path: `${INCAST}&embed=1&charts=queue,lanes`, context: at(400, 300) },
);

pageTest(
  'a low page has two lanes below that of all events, and at rest a paused queue is in view',
  async (page) => {
    await settled(page, '51.93us');
    await eventually(async () => {
      const { high } = (await boxes(page)).lanes;
      assert.ok(high >= 72, `${high}`);
    });
    const field = await page.getByTestId('lanes-area').boundingBox();
    const paused = await page.locator('.lanes .lane:has(svg path.whole)').evaluateAll((lanes) => lanes.map((lane) => lane.getBoundingClientRect().top));
    assert.ok(paused.some((top) => top >= field.y + 23 && top + 23 <= field.y + field.height), JSON.stringify([field, paused]));
  },
  { path: '#/preset/victim?t=51.93us&run=0', context: at(1280, 720) },
);

pageTest(
  'on a phone the whole name of a preset is shown',
  async (page) => {
    const menu = page.getByTestId('preset-menu');
    const names = await menu.locator('option').evaluateAll((options) => options.map((one) => [one.value, one.textContent]));
    const longest = names.toSorted((a, b) => b[1].length - a[1].length)[0];
    await menu.selectOption(longest[0]);
    await eventually(async () => assert.equal(await text(page, 'preset-title'), longest[1]));
    const [whole, box] = await page.getByTestId('preset-title').evaluate((title) => [[title.scrollWidth, title.scrollHeight], [title.clientWidth, title.clientHeight]]);
    assert.deepEqual(whole, box);
    const bar = await page.locator('.top').boundingBox();
    assert.ok(box[1] <= bar.height - 2, `${box} in ${JSON.stringify(bar)}`);
  },
  { path: INCAST, context: at(390, 844) },
);

pageTest(
  'a switch whose queues are drawn already is named when the camera is sent to it',
  async (page) => {
    await settled(page, '10us');
    await page.keyboard.press('Shift+U');
    await eventually(async () => assert.match(await text(page, 'narrator'), /The queues of s1 are drawn already/));
  },
  { path: '#/preset/islip-pointers?t=10us&run=0', context: at(1440, 900) },
);
