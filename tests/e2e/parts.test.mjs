// Tests of the parts of the program: opening the page loads none; the first use of a part loads it. A page
// whose program is a single module, as `cargo xtask serve` builds it, has no parts.
import assert from 'node:assert/strict';

import { eventually, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const OPENED_BY = [
  ['lessons', 'learn', 'lesson-headroom'],
  ['dialogs', 'build', 'build-run'],
  ['sweep', 'sweep-open', 'sweep-run'],
  ['dialogs', 'presets', 'preset-find'],
];

/** Names of the parts that the page has requested. */
const loadedParts = (page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => /_(?!bg)([a-z]+)\.wasm$/.exec(name)?.[1]).filter(Boolean));

const areParts = (page) => page.evaluate(() => Boolean(document.querySelector('script[data-parts]')));

for (const [part, button, shown] of OPENED_BY) {
  pageTest(`${button} loads the part ${part}, and only once`, async (page) => {
    await page.getByTestId('play').waitFor();
    assert.deepEqual(await loadedParts(page), []);
    for (const _ of [1, 2]) {
      await page.getByTestId(button).click();
      await page.getByTestId(shown).waitFor();
      await page.keyboard.press('Escape');
      await page.getByTestId(shown).waitFor({ state: 'hidden' });
    }
    // The first part also loads the part `shared`, with the code that several parts use.
    assert.deepEqual((await loadedParts(page)).sort(), (await areParts(page)) ? [part, 'shared'].sort() : []);
  });
}

pageTest('a part that fails to load is requested again', async (page, { complaints, t }) => {
  await page.getByTestId('play').waitFor();
  if (!(await areParts(page))) {
    return t.skip('the program is one module');
  }
  await page.route('**/*_dialogs.wasm', (route) => route.abort());
  await page.getByTestId('build').click();
  await eventually(async () => assert.match(await text(page, 'build-dialog'), /cannot load/));
  await page.keyboard.press('Escape');
  await page.unroute('**/*_dialogs.wasm');
  await page.getByTestId('build').click();
  await page.getByTestId('build-run').waitFor();
  complaints.splice(0);
});

pageTest('a tab waits for the part shared, also if another tab was chosen before it arrived', async (page, { t }) => {
  await page.getByTestId('play').waitFor();
  if (!(await areParts(page))) {
    return t.skip('the program is one module');
  }
  let arrive;
  const arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  await page.route('**/*_shared.wasm', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.getByTestId('view-islip').click();
  await eventually(async () => assert.ok((await loadedParts(page)).includes('dialogs')));
  await page.getByTestId('view-ets').click();
  await eventually(async () => assert.match(await text(page, 'inside'), /Loading/));
  // A later task of the page runs after the second choice has requested the part.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.match(await text(page, 'inside'), /Loading/);
  arrive();
  await page.getByTestId('ets').waitFor();
});
