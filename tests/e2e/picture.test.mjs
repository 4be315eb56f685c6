// Tests of the picture of the fabric: the section in view, the queues inside switches, the selected flow.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { address, addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LINK = { path: '#/preset/victim?t=40us', context: { viewport: DESKTOP } };
const canvas = (page) => page.getByTestId('fabric-canvas');
const node = (page, name) => page.locator('.topology .node', { has: page.locator(`text >> text=/^${name}$/`) }).locator('.box');

/** Camera in the address: zoom and centre; null if the address has none. */
async function camera(page) {
  const found = /[?&]camera=([\d.]+)@([\d.]+),([\d.]+)/.exec(await address(page));
  return found && found.slice(1).map(Number);
}

/** Waits for a camera that `check` accepts, and returns the camera. */
const seen = (page, check) =>
  eventually(async () => {
    const now = await camera(page);
    assert.ok(now && check(now), await address(page));
    return now;
  });

const whole = (page) => eventually(async () => assert.equal(await camera(page), null));

/** Tooltips on a grid of points inside a node, each text once. */
async function tips(page, name) {
  const box = await node(page, name).boundingBox();
  const tipTexts = new Set();
  for (let x = 0.04; x < 1; x += 0.08) {
    for (let y = 0.04; y < 1; y += 0.05) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      const tip = page.locator('.fabric .tip');
      if (await tip.count()) tipTexts.add(await tip.textContent());
    }
  }
  return [...tipTexts];
}

pageTest(
  'the wheel, keys and buttons zoom, pan and fit; the address has the camera without a new entry',
  async (page) => {
    await settled(page, '40us');
    const entries = await page.evaluate(() => history.length);
    const before = await node(page, 's1').boundingBox();
    const at = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -400);
    const [times] = await seen(page, ([times]) => times > 1.5);
    await eventually(async () => {
      const now = await node(page, 's1').boundingBox();
      assert.ok(Math.abs(now.width - times * before.width) < 2, `${now.width} of ${before.width} × ${times}`);
      assert.ok(Math.abs(now.x + now.width / 2 - at.x) < 4, 'what is under the pointer stays there');
    });
    await page.keyboard.press('}');
    const [closer, x] = await seen(page, ([now]) => now > 1.3 * times);
    await page.keyboard.press('ArrowRight');
    await seen(page, ([now, right]) => now === closer && right > x);
    await page.keyboard.press('{');
    await seen(page, ([now]) => now < closer);
    await page.keyboard.press('Shift+Z');
    await whole(page);
    assert.equal(await page.getByTestId('fabric-whole').isDisabled(), true);
    await page.getByTestId('fabric-enlarge').click();
    await seen(page, () => true);
    await page.getByTestId('fabric-whole').click();
    await whole(page);
    assert.equal(await page.evaluate(() => history.length), entries);
  },
  LINK,
);

pageTest(
  'a drag moves the enlarged picture and selects nothing; a click still selects',
  async (page) => {
    await settled(page, '40us');
    const selected = () => page.locator('.inspector h2').first().textContent();
    const [, x, y] = await camera(page);
    const before = await selected();
    const box = await canvas(page).boundingBox();
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0] + 60, at[1] + 30, { steps: 6 });
    await page.mouse.up();
    await seen(page, ([, left, up]) => left < x && up < y);
    assert.equal(await selected(), before);
  },
  { path: '#/preset/victim?camera=3@0.5,0.5&t=40us', context: { viewport: DESKTOP } },
);

pageTest(
  'a node is found by its name, and the link opens the same section',
  async (page) => {
    await settled(page, '40us');
    await page.getByTestId('fabric-find').selectOption({ label: 's2' });
    const now = await seen(page, ([times]) => times > 1.3);
    await addressLike(page, /camera=/);
    const frame = await page.locator('.fabric').boundingBox();
    const box = await eventually(async () => {
      const box = await node(page, 's2').boundingBox();
      assert.ok(box.height > 150 && box.x >= frame.x - 1 && box.x + box.width <= frame.x + frame.width + 1, JSON.stringify(box));
      return box;
    });
    await page.goto(`${(await page.evaluate(() => location.href)).replace(/end=\w+&?/, '')}`);
    await page.reload();
    await settled(page, '40us');
    assert.deepEqual(await camera(page), now);
    const again = await node(page, 's2').boundingBox();
    assert.ok(Math.abs(again.width - box.width) < 2);
  },
  LINK,
);

pageTest(
  'an invalid camera is refused in one line, and the rest of the link is shown',
  async (page) => {
    await settled(page, '40us');
    await page.getByText('camera is "99@0.5,0.5", but must be').waitFor();
    assert.equal(await camera(page), null);
    assert.match(await address(page), /victim/);
  },
  { path: '#/preset/victim?camera=99@0.5,0.5&t=40us', context: { viewport: DESKTOP } },
);

pageTest(
  'inside the switch the queue is as full as in the panel',
  async (page) => {
    await settled(page, '10us');
    const held = (await text(page, 'bar-ingress')).match(/([\d.]+)\s*k?B/)[1];
    const tipTexts = await eventually(async () => {
      const tipTexts = await tips(page, 's1');
      assert.ok(tipTexts.some((tip) => tip.startsWith('ingress group')), tipTexts.join('; '));
      return tipTexts;
    });
    assert.ok(tipTexts.some((tip) => tip.startsWith('egress queue')), tipTexts.join('; '));
    assert.ok(tipTexts.some((tip) => tip.startsWith('XOFF of priority 3')), tipTexts.join('; '));
    assert.ok(
      tipTexts.some((tip) => tip.startsWith('ingress group') && tip.includes(held)),
      `${held}: ${tipTexts.join('; ')}`,
    );
  },
  { path: '#/preset/pause?t=10us', context: { viewport: DESKTOP } },
);

pageTest(
  'a mark is dragged in the picture as in the panel',
  async (page) => {
    await settled(page, '10us');
    const box = await node(page, 's1').boundingBox();
    const find = async () => {
      for (let y = 0.05; y < 1; y += 0.03) {
        for (let x = 0.02; x < 0.5; x += 0.01) {
          await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
          const tip = page.locator('.fabric .tip');
          if ((await tip.count()) && (await tip.textContent()).startsWith('XOFF of priority 3')) {
            return [box.x + x * box.width, box.y + y * box.height];
          }
        }
      }
      throw new Error('there is no XOFF');
    };
    const at = await eventually(find);
    await page.mouse.down();
    await page.mouse.move(at[0] + 12, at[1], { steps: 4 });
    await page.mouse.up();
    await addressLike(page, /xoff=/);
  },
  { path: '#/preset/pause?t=10us', context: { viewport: DESKTOP } },
);

pageTest(
  'a selected flow dims the others until it is deselected',
  async (page) => {
    await settled(page, '40us');
    const before = await canvas(page).screenshot();
    await page.getByTestId('fabric-find').selectOption({ label: 'flow a1 to sink' });
    await page.locator('.fabric.has-flow').waitFor();
    assert.ok((await page.locator('.topology .cable.on-path').count()) >= 2);
    await eventually(async () => assert.ok(!(await canvas(page).screenshot()).equals(before), 'other flows are dim'));
    await page.keyboard.press('Escape');
    await eventually(async () => {
      assert.equal(await page.locator('.fabric.has-flow').count(), 0);
    });
    assert.doesNotMatch(await address(page), /[?&]flow=/);
  },
  LINK,
);

pageTest(
  'on a telephone two fingers enlarge, and the buttons lead back',
  async (page) => {
    await settled(page, '10us');
    const box = await canvas(page).boundingBox();
    const [x, y] = [box.width / 2, box.height / 2];
    await canvas(page).evaluate(
      (target, [x, y]) => {
        const frame = target.getBoundingClientRect();
        const send = (type, pointerId, dx) =>
          target.dispatchEvent(
            new PointerEvent(type, {
              pointerId, pointerType: 'touch', bubbles: true, clientX: frame.x + x + dx, clientY: frame.y + y, button: 0,
            }),
          );
        send('pointerdown', 71, -20);
        send('pointerdown', 72, 20);
        for (const wide of [30, 45, 60]) {
          send('pointermove', 71, -wide);
          send('pointermove', 72, wide);
        }
        send('pointerup', 71, -60);
        send('pointerup', 72, 60);
      },
      [x, y],
    );
    const [times] = await seen(page, ([times]) => times > 2);
    assert.ok(times < 4, `${times}`);
    const { violations } = await new AxeBuilder({ page }).include('.fabric').analyze();
    assert.deepEqual(violations.map(({ id }) => id), []);
    await page.getByTestId('fabric-whole').click();
    await whole(page);
  },
  { path: '#/preset/pause?t=10us', context: { viewport: PHONE, hasTouch: true } },
);

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `the bytes of a buffer have the colour of their priority, and the selection has the colour of none, in the ${colorScheme} theme`,
    async (page) => {
      await settled(page, '8us');
      const { bar, selected, slider } = await page.evaluate(() => {
        const style = (selector) => getComputedStyle(document.querySelector(selector));
        return {
          bar: style('[data-testid=bar-ingress] .segment.shared').backgroundColor,
          selected: style('.topology .node.selected .box').stroke,
          slider: style('input[type=range]').accentColor,
        };
      });
      assert.equal(bar, 'rgb(0, 114, 178)', 'as the badge of priority 3');
      assert.equal(selected, slider);
      const channels = selected.match(/\d+/g).map(Number);
      assert.ok(Math.max(...channels) - Math.min(...channels) < 20, `${selected} has no hue`);
    },
    { path: '#/preset/pause?t=8us&run=0&sel=s1.0.p3', context: { viewport: { width: 1440, height: 900 }, colorScheme } },
  );
}
