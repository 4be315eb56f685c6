// Lessons: the list, the way through one by keyboard alone, and links to steps.
import assert from 'node:assert/strict';

import { eventually, text } from './desk.mjs';
import { pageTest, url } from './page.mjs';

/** Presses the button that a test knows by `id`, as the keyboard does. */
async function press(page, id) {
  await page.getByTestId(id).focus();
  await page.keyboard.press('Enter');
}

const saysStep = (page, n) => eventually(async () => assert.match(await text(page, 'lesson-step'), new RegExp(`^Step ${n} of `)), 20_000);

pageTest('a lesson is gone through by keyboard alone', async (page) => {
  // A key does nothing before the page is there.
  await page.getByTestId('learn').waitFor();
  await page.keyboard.press('l');
  await page.getByTestId('lesson-headroom').waitFor();
  await press(page, 'lesson-headroom');
  await saysStep(page, 1);
  // Reaches the prediction, then what came of it.
  for (let n = 0; n < 20 && (await page.getByTestId('lesson-choice-0').count()) + (await page.getByTestId('lesson-number').count()) === 0; n += 1) {
    const before = await text(page, 'lesson');
    await press(page, 'lesson-next');
    await eventually(async () => assert.notEqual(await text(page, 'lesson'), before), 20_000);
  }
  for (let n = 0; n < 20 && (await page.getByTestId('lesson-verdict').count()) === 0; n += 1) {
    const before = await text(page, 'lesson');
    await press(page, 'lesson-next');
    await eventually(async () => assert.notEqual(await text(page, 'lesson'), before), 20_000);
  }
  assert.equal(await text(page, 'lesson-verdict'), 'You predicted nothing.');
  await press(page, 'lesson-skip');
  await page.getByTestId('lesson-check').waitFor();
  await press(page, 'lesson-check');
  // The fabric that a challenge begins with fails it.
  await eventually(async () => assert.match(await text(page, 'lesson-judged'), /Not met/), 20_000);
});

pageTest('a link opens its step; one to a step that is not there says so and leaves the run', async (page) => {
  await page.goto('about:blank');
  await page.goto(new URL('#/lesson/headroom?step=3', url).href);
  await saysStep(page, 3);
  await page.goto('about:blank');
  await page.goto(new URL('#/lesson/headroom?step=39', url).href);
  await eventually(async () => assert.match(await text(page, 'lesson-refused'), /lesson is headroom\.39, but must be a step from 1 to 6/), 20_000);
  assert.equal(await page.getByTestId('lesson').count(), 0);
});

pageTest('the list shows what is done', async (page) => {
  await page.evaluate(() => localStorage.setItem('lesson.pause', 'done'));
  await page.getByTestId('learn').click();
  await eventually(async () => assert.match(await text(page, 'lesson-pause'), /done/));
  assert.doesNotMatch(await text(page, 'lesson-headroom'), /done/);
});

pageTest(
  'on a phone the menu that leads to the lessons stays in view beside undo and a warning',
  async (page) => {
    await page.getByTestId('warnings-count').waitFor();
    const { x, width } = await page.getByTestId('page-menu').boundingBox();
    assert.ok(x >= 0 && x + width <= 390, `${x} to ${x + width}`);
    await page.getByTestId('page-menu').click();
    await page.getByTestId('learn').click();
    await page.getByTestId('lesson-pause').waitFor();
  },
  { path: '#/preset/pause?headroom=6k&run=0', context: { viewport: { width: 390, height: 844 } } },
);
