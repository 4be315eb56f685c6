// Tests each lesson from its first step to a passed challenge, by keyboard alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { eventually, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const file = (name) => JSON.parse(readFileSync(new URL(`../../assets/lessons/${name}.json`, import.meta.url)));

/** Largest number of presses of Tab between two controls of the card. */
const NEAR = 24;

/** Presses Tab (or Shift+Tab) until an element whose test id is `id`, or begins with it, has the focus. */
async function reach(page, id, key = 'Tab') {
  const active = () => page.evaluate(() => document.activeElement?.dataset.testid ?? '');
  for (let presses = 0; presses < NEAR; presses += 1) {
    if ((await active()).startsWith(id)) {
      return;
    }
    await page.keyboard.press(key);
  }
  assert.fail(`${id} is more than ${NEAR} presses of ${key} away, at "${await active()}"`);
}

/** Checks that the element with the test id `id` is visible in the card and on the screen. */
async function isSeen(page, id) {
  const box = (selector) => page.locator(selector).first().boundingBox();
  const [lessonText, part] = await Promise.all([box('.lesson-text'), box(`[data-testid="${id}"]`)]);
  const height = page.viewportSize().height;
  const inside = part.y >= lessonText.y && part.y + part.height <= lessonText.y + lessonText.height;
  assert.ok(inside && part.y + part.height <= height, `${id} at ${JSON.stringify(part)}, text at ${JSON.stringify(lessonText)}`);
}

/** Selector of the elements for each value of data-highlight. */
const LIT = {
  ingress: '[data-testid="bar-ingress"]',
  egress: '[data-testid="bar-egress"]',
  tab: '.inspector > .inside',
  rates: '.chart > .rates',
  queues: '.chart > .queues',
  lanes: '.lanes',
  params: '.params',
  inspector: '.inspector',
  fabric: '.topology .highlighted',
};

/** Checks that the element that the step highlights is on the screen and that nothing covers its centre. */
async function litIsSeen(page, highlight) {
  await eventually(async () => {
    const lit = await page.locator('.app').getAttribute('data-highlight');
    const seen = await page.evaluate((selector) => {
      const all = [...document.querySelectorAll(selector)];
      return all.some((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const [from, to] = [[Math.max(left, 0), Math.max(top, 0)], [Math.min(right, innerWidth), Math.min(bottom, innerHeight)]];
        // A horizontal link is only as high as its line.
        if (to[0] - from[0] < 2 || to[1] - from[1] < 2) {
          return false;
        }
        const hit = document.elementFromPoint((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
        const home = element.closest('.fabric') ?? element;
        return hit !== null && (home.contains(hit) || hit.contains(home));
      });
    }, LIT[lit] ?? `.${lit}`);
    assert.ok(seen, `${highlight}: nothing of "${lit}" is seen`);
  }, 20_000);
}

/** Presses the button for the next step, and waits until the card changes. */
async function next(page) {
  const before = await text(page, 'lesson');
  await reach(page, 'lesson-next');
  await page.keyboard.press('Enter');
  await eventually(async () => assert.notEqual(await text(page, 'lesson'), before), 20_000);
}

/** Number of a value in the form of documents: 36k, 280m, 100ms. */
const number = (written) => Number.parseFloat(written) * (/\dk$/.test(written) ? 1000 : 1);

/** Index of `value` among the values of a parameter: `a,b,c` or `first..last/count`. */
function position(values, value) {
  const range = /^(.+)\.\.(.+)\/(\d+)$/.exec(values);
  if (!range) {
    return values.split(',').indexOf(value);
  }
  const [first, last, count] = [number(range[1]), number(range[2]), Number(range[3])];
  return Math.round(((number(value) - first) / (last - first)) * (count - 1));
}

/** Index of the value that `answer` gives to a control; undefined if `answer` does not set the control. */
function valueIndex({ parameter, flow }, answer) {
  if (parameter) {
    const value = answer.set?.[parameter.address];
    return value === undefined ? undefined : position(parameter.values, value);
  }
  const value = answer.flows?.[flow.name]?.[flow.field];
  const same = (one) => JSON.stringify(one) === JSON.stringify(value);
  return value === undefined ? undefined : flow.values.findIndex(same);
}

async function predict(page, { choices, number: question }) {
  if (question) {
    await isSeen(page, 'lesson-number');
    await reach(page, 'lesson-number', 'Shift+Tab');
    await page.keyboard.type('1');
    return;
  }
  assert.ok(choices.length > 1);
  for (const n of choices.keys()) {
    await isSeen(page, `lesson-choice-${n}`);
  }
  await reach(page, 'lesson-choice-', 'Shift+Tab');
  await page.keyboard.press('Space');
}

async function check(page) {
  await reach(page, 'lesson-check');
  await page.keyboard.press('Enter');
  return eventually(async () => {
    const judged = await text(page, 'lesson-judged');
    assert.match(judged, /Met|Not met/);
    return judged;
  }, 20_000);
}

for (const { name } of file('index').lessons) {
  const lesson = file(name);
  pageTest(
    `${name} is passed by keyboard`,
    async (page) => {
      await page.getByTestId('lesson-step').waitFor();
      for (let step = 1; step <= lesson.steps.length; step += 1) {
        if (step === lesson.prediction.before_step) {
          await predict(page, lesson.prediction);
          await next(page);
        }
        assert.equal(await text(page, 'lesson-step'), `Step ${step} of ${lesson.steps.length}`);
        await litIsSeen(page, lesson.steps[step - 1].highlight);
        await next(page);
      }
      const verdict = await text(page, 'lesson-verdict');
      assert.ok(verdict.length > 20 && verdict !== 'You predicted nothing.', verdict);
      await next(page);
      // The button had the focus and is gone, so the first control has the focus.
      const first = `lesson-control-${lesson.challenge.controls.findIndex(({ actions }) => !actions)}`;
      await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.dataset.testid), first));
      await isSeen(page, first);
      assert.match(await check(page), /Not met/);
      await reach(page, first, 'Shift+Tab');
      for (const [n, control] of lesson.challenge.controls.entries()) {
        const at = valueIndex(control, lesson.challenge.answers[0].change);
        if (at !== undefined) {
          assert.ok(at >= 0, `${JSON.stringify(control)} has the answer's value`);
          await reach(page, `lesson-control-${n}`);
          await page.keyboard.press('Home');
          for (let press = 0; press < at; press += 1) {
            await page.keyboard.press('ArrowRight');
          }
        }
      }
      assert.match(await check(page), /Passed/);
    },
    { path: `#/lesson/${name}` },
  );
}
