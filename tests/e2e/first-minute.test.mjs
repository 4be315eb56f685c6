// Tests of a page that is opened and not touched.
import assert from 'node:assert/strict';

import { eventually } from './page-state.mjs';
import { pageTest } from './page.mjs';

const narrates = (page, words) => page.getByTestId('narrator').filter({ hasText: words }).waitFor();

pageTest('without a link each key event lasts a second, from the first pause to its end', async (page) => {
  await narrates(page, 's1 sends h1 a pause of priority 3');
  assert.match(await page.getByTestId('speed-value').textContent(), /^1 a second/);
  assert.equal(await page.getByTestId('pace-events').getAttribute('aria-pressed'), 'true');
  assert.notEqual(await page.getByTestId('count-pauses').textContent(), '0');
  assert.match(await page.getByTestId('selection').textContent(), /^s1 · port/);
  for (const words of ['goes to headroom', 'h1 has stopped sending priority 3', 's1 sends h1 a resume', 'h1 resumes priority 3']) {
    await narrates(page, words);
  }
  assert.equal(await page.evaluate(() => location.hash), '', 'the address stays short');
}, { firstVisit: true });

for (const [path, pace] of [
  ['#/preset/pause', /^1\.00.µs\/s/],
  ['#/preset/pause?pace=4', /^4 a second/],
  ['#/preset/pause?speed=2us', /^2\.00.µs\/s/],
]) {
  pageTest(
    `a link plays at its own pace, or at the default pace of links: ${path}`,
    async (page) => {
      await eventually(async () => assert.match(await page.getByTestId('speed-value').textContent(), pace));
    },
    { path },
  );
}

/** Colours of priority 3 and of a pause. */
const [P3, XOFF] = [[0x00, 0x72, 0xb2], [0xb3, 0x26, 0x1e]];

/** Number of pixels of a canvas that have the colour. */
const pixels = (page, canvas, colour) =>
  canvas.evaluate((shown, colour) => {
    const copy = Object.assign(document.createElement('canvas'), { width: shown.width, height: shown.height });
    const context = copy.getContext('2d');
    context.drawImage(shown, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += colour.every((part, n) => data[at + n] === part) ? 1 : 0;
    return count;
  }, colour);

pageTest('moving shapes are painted as in the legend', async (page) => {
  await page.getByTestId('narrator').filter({ hasText: 'has stopped sending priority 3' }).waitFor();
  await page.keyboard.press(' ');
  const fabric = page.getByTestId('fabric-canvas');
  await eventually(async () => assert.ok((await pixels(page, fabric, P3)) > 200, 'frames of priority 3'));
  const samples = await page.locator('.legend canvas').all();
  assert.ok(samples.length >= 6, `${samples.length} samples`);
  await eventually(async () => assert.ok((await pixels(page, samples[0], P3)) > 50, 'data'));
  await eventually(async () => assert.ok((await pixels(page, samples[1], XOFF)) > 50, 'XOFF'));
});

pageTest('a page without its program shows a line, and the reason if the program cannot be loaded', async (page, { complaints }) => {
  const program = await page.evaluate(() => document.querySelector('script[data-program]').dataset.wasm);
  const pattern = `**/${program.split('/').pop()}`;
  await page.route(pattern, (route) => route.abort());
  await page.reload();
  await page.getByText('The simulator could not be loaded: ').waitFor();
  await page.unroute(pattern);
  let arrive;
  const arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  await page.route(pattern, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const line = page.getByText('Loading the simulator …');
  await line.waitFor();
  arrive();
  await page.getByTestId('play').waitFor();
  assert.equal(await line.count(), 0);
  complaints.splice(0);
});

pageTest('a browser that cannot paint gets a message with the reason', async (page, { complaints }) => {
  await page.route('**/painter.js?*', (route) => route.abort());
  await page.reload();
  await page.getByText('This browser does not draw what moves').waitFor();
  complaints.splice(0);
});

pageTest('a browser that cannot transfer a canvas gets one message', async (page, { complaints }) => {
  await page.addInitScript(() => delete HTMLCanvasElement.prototype.transferControlToOffscreen);
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'This browser does not draw what moves' });
  await notice.waitFor();
  await notice.evaluate((alert) => {
    window.alert = alert;
  });
  const before = await page.getByTestId('clock').textContent();
  await eventually(async () => assert.notEqual(await page.getByTestId('clock').textContent(), before));
  assert.ok(await notice.evaluate((alert) => alert === window.alert), 'it is the same alert some pictures later');
  complaints.splice(0);
});

pageTest('a failed drawing is reported, and the next one is painted', async (page, { complaints }) => {
  // Make the second drawing of the fabric fail.
  await page.route('**/painter.js?*', async (route) => {
    const response = await route.fetch();
    const own = `let drawn = 0;
      const clear = OffscreenCanvasRenderingContext2D.prototype.clearRect;
      OffscreenCanvasRenderingContext2D.prototype.clearRect = function (...box) {
        if (this.canvas.width > 300 && (drawn += 1) === 2) throw new Error('out of paint');
        return clear.apply(this, box);
      };`;
    await route.fulfill({ response, body: own + (await response.text()) });
  });
  await page.reload();
  await page.getByText('This browser does not draw what moves: Error: out of paint').waitFor();
  await page.getByTestId('narrator').filter({ hasText: 'has stopped sending priority 3' }).waitFor();
  await eventually(async () => assert.ok((await pixels(page, page.getByTestId('fabric-canvas'), P3)) > 200));
  complaints.splice(0);
});

pageTest(
  'moving shapes are painted in an embedded page, too',
  async (page) => {
    const frames = page.frameLocator('iframe').first();
    const fabric = frames.getByTestId('fabric-canvas');
    await fabric.waitFor();
    await eventually(async () => assert.ok((await pixels(page, fabric, P3)) > 100));
  },
  { path: 'embed.html' },
);

for (const [name, viewport] of [
  ['a desk', { width: 1440, height: 900 }],
  ['a small desk', { width: 1024, height: 768 }],
  ['a telephone', { width: 390, height: 844 }],
]) {
  pageTest(
    `nothing is cut off on ${name}`,
    async (page) => {
      await page.getByTestId('play').waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `${wide} px wide`);
      for (const id of ['play', 'step', 'step-back', 'scrub', 'clock', 'speed', 'preset-menu', 'narrator', 'fabric-canvas']) {
        const box = await page.getByTestId(id).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= viewport.width + 0.5, `${id} ${JSON.stringify(box)}`);
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height + 0.5, `${id} ${JSON.stringify(box)}`);
      }
    },
    { context: { viewport }, firstVisit: true },
  );
}

for (const [name, viewport] of [
  ['a tablet', { width: 768, height: 1024 }],
  ['a desk at twice the size', { width: 720, height: 450 }],
  ['a telephone on its side', { width: 844, height: 390 }],
  ['a telephone', { width: 390, height: 844 }],
  ['a small telephone', { width: 360, height: 640 }],
  ['the smallest telephone', { width: 320, height: 640 }],
]) {
  pageTest(
    `every button of the bars can be clicked on ${name}`,
    async (page) => {
      await page.getByTestId('play').waitFor();
      const bars = ['preset-menu', 'pin', 'undo', 'redo', 'play', 'step', 'step-back', 'scrub'];
      const more = await page.getByTestId('page-menu').isVisible();
      for (const id of bars.concat(more ? 'page-menu' : [], ['sweep-open', 'share', 'help', 'theme'])) {
        const hit = await page.getByTestId(id).evaluate((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(x + width / 2, y + height / 2)) && x >= 0 && x + width <= innerWidth + 0.5;
        });
        assert.ok(hit, id);
        if (id === 'page-menu') {
          await page.getByTestId(id).click();
        }
      }
      if (more) {
        const theme = await page.locator('html').getAttribute('data-theme');
        await page.getByTestId('theme').click();
        await eventually(async () => assert.notEqual(await page.locator('html').getAttribute('data-theme'), theme));
        await page.getByTestId('share').click();
        await page.getByTestId('share-dialog').waitFor();
        assert.ok(!(await page.getByTestId('theme').isVisible()), 'the menu has made room for it');
        await page.keyboard.press('Escape');
        const focused = () => page.evaluate(() => document.activeElement.dataset.testid);
        await eventually(async () => assert.equal(await focused(), 'page-menu', 'whoever was there is there again'));
      }
    },
    { context: { viewport } },
  );
}

pageTest(
  'with reduced motion the picture changes only with the text',
  async (page) => {
    await page.getByTestId('play').waitFor();
    const seen = new Set();
    const until = Date.now() + 1500;
    while (Date.now() < until) {
      seen.add(await page.getByTestId('clock').textContent());
      await page.waitForTimeout(20);
    }
    assert.ok(seen.size <= 5, `${seen.size} different times in a second and a half`);
  },
  { context: { reducedMotion: 'reduce' } },
);
