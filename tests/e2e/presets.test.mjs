// Tests of the gallery of presets: groups, pictures, search, selection by keyboard.
import assert from 'node:assert/strict';

import { addressLike, eventually } from './page-state.mjs';
import { pageTest } from './page.mjs';

const seen = (page) => page.locator('.gallery li:not(.hidden) b').allTextContents();

pageTest('a preset is found by words and opened by keyboard', async (page) => {
  await page.getByTestId('presets').waitFor();
  await page.keyboard.press('c');
  await page.getByTestId('preset-find').waitFor();
  const all = await page.getByTestId('preset-menu').locator('option').count();
  assert.equal((await seen(page)).length, all);
  assert.equal(await page.locator('.gallery svg rect.switch').count() > all / 2, true);
  await page.getByTestId('preset-find').fill('cries wolf');
  await eventually(async () => assert.deepEqual(await seen(page), ['A watchdog that cries wolf']));
  await page.getByTestId('preset-find').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await addressLike(page, /preset\/watchdog-cried-wolf/);
  assert.equal(await page.getByTestId('presets-dialog').isVisible(), false);
});

pageTest('a search that no preset matches is reported', async (page) => {
  await page.getByTestId('presets').click();
  await page.getByTestId('preset-find').fill('zebra');
  await eventually(async () => assert.match(await page.getByTestId('presets-dialog').textContent(), /No preset has these words/));
  assert.deepEqual(await seen(page), []);
});
