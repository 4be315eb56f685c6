// Tests of lessons: the list, the steps of a lesson by keyboard alone, and links to steps.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { addressLike, eventually, text } from './page-state.mjs';
import { pageTest, url } from './page.mjs';

/** Presses the button with the test id `id` by keyboard. */
async function press(page, id) {
  await page.getByTestId(id).focus();
  await page.keyboard.press('Enter');
}

const saysStep = (page, n) => eventually(async () => assert.match(await text(page, 'lesson-step'), new RegExp(`^Step ${n} of `)), 20_000);

pageTest('a lesson can be done by keyboard alone', async (page) => {
  // Keys have no effect until the page has started.
  await page.getByTestId('learn').waitFor();
  await page.keyboard.press('l');
  await page.getByTestId('lesson-headroom').waitFor();
  await press(page, 'lesson-headroom');
  await saysStep(page, 1);
  // Continue to the prediction, then to its result.
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
  await press(page, 'lesson-more');
  await press(page, 'lesson-skip');
  await page.getByTestId('lesson-check').waitFor();
  await press(page, 'lesson-check');
  // The start of the challenge does not meet its goal.
  await eventually(async () => assert.match(await text(page, 'lesson-judged'), /Not met/), 20_000);
});

pageTest('a link opens its step; a link to a missing step is refused and the run stays', async (page) => {
  await page.goto('about:blank');
  await page.goto(new URL('#/lesson/headroom?step=3', url).href);
  await saysStep(page, 3);
  await page.goto('about:blank');
  await page.goto(new URL('#/lesson/headroom?step=39', url).href);
  await eventually(async () => assert.match(await text(page, 'lesson-refused'), /step: 39 is outside 1 to 6; lesson headroom has 6 steps/), 20_000);
  assert.equal(await page.getByTestId('lesson').count(), 0);
  // A link to a run with a missing step shows the error, too, and opens the run.
  await page.goto('about:blank');
  await page.goto(new URL('#/preset/incast?lesson=headroom.39', url).href);
  await eventually(async () => assert.match(await text(page, 'lesson-refused'), /step: 39 is outside 1 to 6/), 20_000);
  assert.equal(await page.getByTestId('lesson').count(), 0);
  assert.match(await addressLike(page, /#/), /preset\/incast/);
});

pageTest('the list shows finished and begun lessons, and continues at the last step', async (page) => {
  await page.evaluate(() => localStorage.setItem('lesson.pause', 'done'));
  await openStep(page, 'headroom', 3);
  await press(page, 'lesson-end');
  await page.getByTestId('learn').click();
  await eventually(async () => assert.match(await text(page, 'lesson-pause'), /· done$/));
  assert.match(await text(page, 'lesson-headroom'), /· at step 3$/);
  assert.match(await text(page, 'lesson-thresholds'), /min$/);
  await page.getByTestId('lesson-headroom').click();
  await saysStep(page, 3);
});

pageTest('the next visit continues the lesson, and a changed control removes the judgement', async (page) => {
  await openStep(page, 'headroom', 3);
  await press(page, 'lesson-more');
  await press(page, 'lesson-skip');
  await press(page, 'lesson-check');
  await eventually(async () => assert.match(await text(page, 'lesson-judged'), /Not met/), 20_000);
  await page.getByTestId('lesson-control-0').focus();
  await page.keyboard.press('End');
  await eventually(async () => assert.doesNotMatch(await text(page, 'lesson-judged'), /[Mm]et:/));
  const address = await addressLike(page, /lesson=headroom\.challenge/);
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByTestId('lesson-check').waitFor();
  await eventually(async () => assert.equal(await page.evaluate(() => location.hash), address));
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

/** Whether two boxes lie apart; an overlap of up to 1 px is tolerated. */
const apart = (one, other) =>
  one.x >= other.x + other.width - 1 || one.x + one.width <= other.x + 1 || one.y >= other.y + other.height - 1 || one.y + one.height <= other.y + 1;

/** Opens a step of a lesson by its link. */
async function openStep(page, lesson, step) {
  await page.goto('about:blank');
  await page.goto(new URL(`#/lesson/${lesson}?step=${step}`, url).href);
  await saysStep(page, step);
}

for (const colorScheme of ['light', 'dark']) {
  for (const [name, viewport] of [
    ['a desk', { width: 1440, height: 900 }],
    ['a small desk', { width: 1280, height: 720 }],
    ['a tablet', { width: 1024, height: 768 }],
    ['a telephone', { width: 390, height: 844 }],
  ]) {
    pageTest(
      `on ${name}, ${colorScheme}, the card of a step is beside the picture, highlights are in view, and all text is legible`,
      async (page) => {
        for (const [lesson, step, lit] of [
          ['headroom', 1, '.topology .node.highlighted'],
          ['headroom', 3, '[data-testid=bar-ingress]'],
          ['headroom', 4, '.topology .cable.highlighted >> nth=0'],
          ['ets', 2, '.inspector > .inside'],
          ['ets', 3, '[data-testid=rates]'],
          ['watchdog', 4, '[data-testid=lanes]'],
        ]) {
          await openStep(page, lesson, step);
          const [card, picture] = await Promise.all(['lesson', 'fabric-canvas'].map((id) => page.getByTestId(id).boundingBox()));
          assert.ok(apart(card, picture), `${lesson} ${step}: ${JSON.stringify(card)} over ${JSON.stringify(picture)}`);
          await eventually(async () => {
            const box = await page.locator(lit).boundingBox();
            assert.ok(box && box.x < viewport.width && box.y < viewport.height, `${lesson} ${step}: ${lit} ${JSON.stringify(box)}`);
          });
          const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
          const list = violations.flatMap(({ nodes }) => nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`));
          assert.deepEqual(list, [], `${lesson} ${step}`);
        }
      },
      { context: { viewport, colorScheme } },
    );
  }
}

pageTest(
  'a lesson shows the sliders, tabs and panels that it uses, and the others come back when it ends',
  async (page) => {
    const there = async (...ids) => Promise.all(ids.map((id) => page.getByTestId(id).isVisible()));
    await openStep(page, 'headroom', 1);
    // The group of a shown parameter is open.
    await eventually(async () => assert.deepEqual(await there('param-headroom', 'param-cable'), [true, true]));
    const others = ['param-xoff', 'param-find', 'lanes', 'view-ets', 'incast'];
    assert.deepEqual(await there(...others), others.map(() => false));
    // The mark of XOFF is shown, but cannot be dragged.
    assert.equal(await page.getByTestId('bar-ingress').getByRole('slider', { name: 'XOFF' }).count(), 0);
    await press(page, 'lesson-end');
    await eventually(async () => assert.deepEqual(await there(...others), others.map(() => true)));
    assert.equal(await page.getByTestId('lesson').count(), 0);
    assert.doesNotMatch(await addressLike(page, /preset|#\/d\//), /lesson=/);
  },
  { context: { viewport: { width: 1440, height: 900 } } },
);

pageTest(
  'one key leads to free play and back to the step, its document and its moment',
  async (page) => {
    await openStep(page, 'headroom', 3);
    await press(page, 'lesson-more');
    await press(page, 'lesson-restart');
    await saysStep(page, 1);
    await page.getByTestId('lesson-next').click();
    await saysStep(page, 2);
    await page.getByTestId('step').click();
    // The cursor is one event after the end of step 1.
    const before = await addressLike(page, /t=1019\.011ns.*lesson=headroom\.2/);
    await page.keyboard.press('t');
    await eventually(async () => assert.match(await text(page, 'free-play'), /step 2 waits as you left it/));
    assert.ok(await page.getByTestId('param-xoff').isVisible());
    await page.getByTestId('preset-menu').selectOption('incast');
    await addressLike(page, /preset\/incast/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await saysStep(page, 2);
    await eventually(async () => assert.equal(await page.evaluate(() => location.hash), before));
    // This step has no edit, so undo stays in the step and shows a message.
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.match(await text(page, 'error-bar'), /since this step of the lesson began/));
    await saysStep(page, 2);
  },
  { context: { viewport: { width: 1440, height: 900 } } },
);

pageTest('one live region announces the step, and then its events', async (page) => {
  await openStep(page, 'headroom', 2);
  const regions = await page.locator('[aria-live]').count();
  assert.equal(regions, 1);
  await eventually(async () => assert.match(await text(page, 'live'), /^Step 2 of 6 h2 stops at 2/));
  await page.keyboard.press(' ');
  await eventually(async () => assert.doesNotMatch(await text(page, 'live'), /^Step 2/), 20_000);
});

/** Lesson of a user, derived from a lesson of the page. */
async function ownLesson(page, change = (lesson) => lesson) {
  const lesson = await (await page.request.get(new URL('headroom.json', url).href)).json();
  lesson.name = 'mine';
  lesson.title = 'Mine';
  return { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(change(lesson))) };
}

pageTest('a step stops just after the event that it names, and the next one continues from there', async (page) => {
  // Two events have this time.
  const file = await ownLesson(page, (lesson) => {
    lesson.steps[0].play = { to: '1019.011ns+1', speed: '20us' };
    lesson.steps[1].play = { to: '1019.011ns+2', speed: '20us' };
    return lesson;
  });
  await page.getByTestId('share').click();
  await page.getByTestId('open-file').setInputFiles(file);
  for (const n of [1, 2]) {
    await saysStep(page, n);
    await page.keyboard.press(' ');
    await addressLike(page, new RegExp(`t=1019\\.011ns\\+${n}&`));
    await press(page, 'lesson-next');
  }
});

pageTest('a lesson of a teacher opens from a file, and from its link; a wrong one is refused in one line', async (page) => {
  const give = async (change) => page.getByTestId('open-file').setInputFiles(await ownLesson(page, change));
  await page.getByTestId('share').click();
  const before = await page.evaluate(() => location.hash);
  await give((lesson) => {
    lesson.steps[2].highlight = 'flow:h9';
    return lesson;
  });
  await eventually(async () => assert.equal(await text(page, 'lesson-refused'), 'mine.json: steps[2].highlight: there is no flow called "h9"; name one of the document'));
  assert.equal(await page.getByTestId('lesson').count(), 0);
  assert.equal(await page.evaluate(() => location.hash), before);
  await page.getByTestId('share').click();
  await give();
  await saysStep(page, 1);
  assert.equal(await page.getByTestId('lesson-refused').count(), 0);
  const link = await addressLike(page, /lesson=mine/);
  await page.goto('about:blank');
  await page.goto(new URL(link, url).href);
  await saysStep(page, 1);
});

pageTest('a prediction hides its answer; an invalid number is refused, and a valid prediction is stored', async (page) => {
  const openAt = async (stage) => {
    await page.goto('about:blank');
    await page.goto(new URL(`#/lesson/headroom?step=${stage}`, url).href);
  };
  await openAt('predict');
  await page.getByTestId('lesson-number').fill('12,5k');
  assert.match(await text(page, 'lesson-answer-refusal'), /"12,5k"/);
  await press(page, 'lesson-next');
  assert.equal(await text(page, 'lesson-step'), 'Predict');
  // Neither the key End nor the charts show the time after the prediction.
  await addressLike(page, /t=3\.6us/);
  await page.keyboard.press('End');
  await addressLike(page, /t=3\.6us/);
  const covered = await page.getByTestId('future-cover').first().evaluate((cover) => cover.getBoundingClientRect().width);
  assert.ok(covered > 100, `${covered} pixels of the charts are covered`);
  await page.getByTestId('lesson-number').fill('12.5k');
  assert.equal(await text(page, 'lesson-answer-refusal'), '');
  await press(page, 'lesson-next');
  await saysStep(page, 4);
  await openAt('explain');
  await eventually(async () => assert.match(await text(page, 'lesson-verdict'), /^Right/), 20_000);
  // The last step changes the headroom and loses frames. The explanation opens the fabric of the prediction,
  // without losses.
  await addressLike(page, /lesson=headroom\.explain/);
  assert.match(await text(page, 'count-drops'), /0/);
  assert.equal(await page.getByTestId('future-cover').count(), 0);
});

pageTest('a lesson from a file cannot have the name of an included lesson', async (page) => {
  const file = await ownLesson(page, (lesson) => ({ ...lesson, name: 'pause' }));
  await page.getByTestId('share').click();
  await page.getByTestId('open-file').setInputFiles(file);
  const refusal = 'mine.json: name: pause is a lesson of this page; choose another name';
  await eventually(async () => assert.equal(await text(page, 'lesson-refused'), refusal), 20_000);
  assert.equal(await page.getByTestId('lesson').count(), 0);
});
