// Tests of marks and sliders that stop at the limit set by a related value: one message appears and nothing
// else moves.
import assert from 'node:assert/strict';

import { addressLike, eventually, presses, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];

/**
 * Positions of the bar, of its marks and of their texts, rounded to pixels. The horizontal position of the
 * mark `but` is left out, because it moves.
 */
const places = (page, but) =>
  page.evaluate((but) => {
    const all = {};
    for (const id of ['bar-ingress', 'bar-egress', 'mark-xoff', 'mark-xon', 'mark-kmin', 'mark-kmax']) {
      const box = document.querySelector(`[data-testid="${id}"]`)?.getBoundingClientRect();
      if (box) all[id] = [id === but ? 'moves' : Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)];
      const words = document.querySelector(`[data-testid="${id}"] span`)?.getBoundingClientRect();
      if (words && id !== but && id.startsWith('mark')) all[`${id} in words`] = [Math.round(words.x), Math.round(words.y)];
    }
    return all;
  }, but);

/** Drags a mark by `by` pixels with the mouse. Runs `check` before the button is released. */
async function drags(page, id, by, check) {
  const [x, y] = await presses(page, id);
  await page.mouse.move(x + by, y, { steps: 10 });
  await check();
  await page.mouse.up();
}

/**
 * Drags a mark by `by` pixels with one finger, by synthetic pointer events. Runs `check` before the finger
 * leaves.
 */
async function touches(page, id, by, check) {
  const send = (type, at) =>
    page.getByTestId(id).evaluate(
      (mark, [type, at]) => {
        const box = mark.getBoundingClientRect();
        window.from ??= box.x + box.width / 2;
        // A synthetic event has no pointer that can be captured.
        mark.setPointerCapture = () => {};
        const options = { pointerId: 7, pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true };
        mark.dispatchEvent(new PointerEvent(type, { ...options, clientX: window.from + at, clientY: box.y + 5 }));
      },
      [type, at],
    );
  await send('pointerdown', 0);
  for (let step = 1; step <= 10; step += 1) {
    await send('pointermove', (by * step) / 10);
    await page.waitForTimeout(25);
  }
  await check();
  await send('pointerup', by);
}

const limitReads = (page, words) => eventually(async () => assert.equal(await text(page, 'bar-ingress-limit'), words));

for (const viewport of SIZES) {
  for (const [way, hand] of [['a pointer', drags], ['a finger', touches]]) {
    for (const [id, by, words, written] of [
      ['mark-xon', 300, 'XON can’t exceed XOFF (12.0\u202fkB).', /xon=12k/],
      ['mark-xoff', -300, 'XOFF can’t be below XON (6.00\u202fkB).', /xoff=6k/],
    ]) {
      pageTest(
        `${id} stops at its related value at ${viewport.width} pixels, moved by ${way}`,
        async (page) => {
          await settled(page, '12us');
          const before = await places(page, id);
          await hand(page, id, by, async () => {
            await limitReads(page, words);
            assert.deepEqual(await places(page, id), before, 'while it is dragged');
            assert.equal(await page.getByText(words).count(), 1, 'the text appears once');
          });
          await limitReads(page, '');
          // A lower XOFF shortens the axis, so that marks move along it, but only along it.
          const lines = (all) => Object.fromEntries(Object.entries(all).map(([name, box]) => [name, [box[1], box[3]]]));
          await eventually(async () => assert.deepEqual(lines(await places(page, id)), lines(before), 'after it is let go'));
          await addressLike(page, written);
        },
        { path: '#/preset/pause?t=12us', context: { viewport, hasTouch: viewport.width < 700 } },
      );
    }
  }

  pageTest(
    `keys stop at the related value at ${viewport.width} pixels, too, and the message disappears with the focus`,
    async (page) => {
      await settled(page, '12us');
      // Focus may scroll the panel; the keys below must not.
      await page.getByTestId('mark-xon').focus();
      const before = await places(page, 'mark-xon');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      await limitReads(page, 'XON can’t exceed XOFF (12.0\u202fkB).');
      assert.deepEqual(await places(page, 'mark-xon'), before);
      await addressLike(page, /xon=12k/);
      await page.keyboard.press('ArrowLeft');
      await limitReads(page, '');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await limitReads(page, 'XON can’t exceed XOFF (12.0\u202fkB).');
      await page.getByTestId('mark-xoff').focus();
      await limitReads(page, '');
      assert.deepEqual(await places(page, 'mark-xon'), before);
    },
    { path: '#/preset/pause?t=12us', context: { viewport } },
  );
}

pageTest(
  'Kmin stops at Kmax on the egress bar, while the run plays',
  async (page) => {
    await page.getByTestId('mark-kmin').waitFor();
    await drags(page, 'mark-kmin', 300, async () => {
      await eventually(async () => assert.match(await text(page, 'bar-egress-limit'), /^Kmin can’t exceed Kmax \(.*B\)\.$/));
    });
    await eventually(async () => assert.equal(await text(page, 'bar-egress-limit'), ''));
  },
  { path: '#/preset/ecn-before-pfc', context: { viewport: SIZES[0] } },
);

pageTest(
  'the message of a slider is below it, not on the bar, and disappears when the pointer is released',
  async (page) => {
    await settled(page, '12us');
    const slider = page.getByTestId('param-xon');
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 8 });
    await eventually(async () => assert.equal(await text(page, 'refusal-xon'), 'XON can’t exceed XOFF (12.0\u202fkB).'));
    assert.equal(await text(page, 'bar-ingress-limit'), '');
    await page.mouse.up();
    await eventually(async () => assert.equal(await text(page, 'refusal-xon'), ''));
  },
  { path: '#/preset/pause?t=12us', context: { viewport: SIZES[0] } },
);
