// Every lesson from its first step to a passed challenge, by keyboard alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { eventually, text } from './desk.mjs';
import { pageTest } from './page.mjs';

const file = (name) => JSON.parse(readFileSync(new URL(`../../assets/lessons/${name}.json`, import.meta.url)));

/** Presses a key on the part of the page that a test knows by `id`. */
async function press(page, id, key) {
  await page.getByTestId(id).focus();
  await page.keyboard.press(key);
}

/** Goes on, and waits until the card says something else. */
async function next(page) {
  const before = await text(page, 'lesson');
  await press(page, 'lesson-next', 'Enter');
  await eventually(async () => assert.notEqual(await text(page, 'lesson'), before), 20_000);
}

/** Number of a value as documents write it: 36k, 280m, 100ms. */
const number = (written) => Number.parseFloat(written) * (/\dk$/.test(written) ? 1000 : 1);

/** Position of `value` among the settings of a parameter: `a,b,c` or `first..last/count`. */
function position(values, value) {
  const range = /^(.+)\.\.(.+)\/(\d+)$/.exec(values);
  if (!range) {
    return values.split(',').indexOf(value);
  }
  const [first, last, count] = [number(range[1]), number(range[2]), Number(range[3])];
  return Math.round(((number(value) - first) / (last - first)) * (count - 1));
}

/** Position of the setting that `answer` gives a control; undefined if it leaves it alone. */
function wanted({ parameter, flow }, answer) {
  if (parameter) {
    const value = answer.set?.[parameter.address];
    return value === undefined ? undefined : position(parameter.values, value);
  }
  const value = answer.flows?.[flow.name]?.[flow.field];
  const same = (one) => JSON.stringify(one) === JSON.stringify(value);
  return value === undefined ? undefined : flow.values.findIndex(same);
}

async function predict(page, { choices, number: asked }) {
  if (asked) {
    await page.getByTestId('lesson-number').focus();
    await page.keyboard.type('1');
  } else {
    assert.ok(choices.length > 1);
    await press(page, 'lesson-choice-1', 'Space');
  }
}

async function check(page) {
  await press(page, 'lesson-check', 'Enter');
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
        await next(page);
      }
      const verdict = await text(page, 'lesson-verdict');
      assert.ok(verdict.length > 20 && verdict !== 'You predicted nothing.', verdict);
      await next(page);
      assert.match(await check(page), /Not met/);
      for (const [n, control] of lesson.challenge.controls.entries()) {
        const at = wanted(control, lesson.challenge.answers[0].change);
        if (at !== undefined) {
          assert.ok(at >= 0, `${JSON.stringify(control)} has the answer's value`);
          await press(page, `lesson-control-${n}`, 'Home');
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
