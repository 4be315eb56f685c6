// Tests of the sweep dialog: settings, runs in workers, results, opening a point.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { PAUSED_LINK, address, addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const golden = readFileSync(new URL('../golden/sweep.csv', import.meta.url), 'utf8');

/** Opens the dialog and fills in `fields`, by test id. */
async function ask(page, fields) {
  await page.keyboard.press('v');
  await page.getByTestId('sweep-dialog').waitFor();
  for (const [id, value] of Object.entries(fields)) {
    const field = page.getByTestId(`sweep-${id}`);
    if (value === true) {
      await field.click();
    } else if ((await field.evaluate((element) => element.tagName)) === 'SELECT') {
      await field.selectOption(value);
    } else {
      await field.fill(value);
    }
  }
  await page.getByTestId('sweep-run').click();
}

const done = (page, words) =>
  eventually(async () => assert.match(await text(page, 'sweep-progress'), words), 20_000);

const FOUR = { factors: true, from: '44k', to: '96k', count: '4', measure: 'goodput_bps', until: '100us' };

pageTest(
  'a sweep gives the file that the command line gives, and its points open their runs',
  async (page) => {
    await settled(page, '30us');
    await ask(page, FOUR);
    await done(page, /^4 of 4 runs$/);
    const download = page.waitForEvent('download');
    await page.getByTestId('sweep-csv').click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), 'sweep.csv');
    assert.equal(readFileSync(await saved.path(), 'utf8'), golden);
    assert.match(await text(page, 'sweep-command'), /--vary 'xoff=44k\.\.96k\/4log' --measure goodput_bps --until 100us --csv/);
    assert.equal(await page.getByTestId('sweep-table').locator('tbody tr').count(), 4);
    // Read a point by keyboard.
    const point = page.getByTestId('sweep-point-3');
    await point.focus();
    await eventually(async () => assert.match(await text(page, 'sweep-readout'), /^XOFF threshold 96\.0\skB: goodput_bps .*Gb\/s/));
    await page.keyboard.press('Enter');
    await page.getByTestId('sweep-dialog').waitFor({ state: 'hidden' });
    await addressLike(page, /xoff=96k.*t=100us/);
    await settled(page, '100us');
    assert.equal(await page.getByTestId('error-bar').count(), 0);
    // Undo restores the document. The cursor stays at the time of the measurement.
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.doesNotMatch(await address(page), /xoff/));
    // The results are still shown when the dialog is opened again.
    await page.getByTestId('sweep-open').click();
    await done(page, /^4 of 4 runs$/);
  },
  { path: '#/preset/incast?t=30us' },
);

pageTest(
  'the page plays while a sweep runs, which is shown at its button and can be cancelled',
  async (page) => {
    await page.getByTestId('play').waitFor();
    // Five million events in each run, so that some runs are left when the sweep is cancelled.
    await ask(page, { param: 'seed', from: '1', to: '150', count: '150', measure: 'pauses', until: '100ms' });
    await done(page, /^[1-9]\d* of 150 runs, about/);
    await page.keyboard.press('Escape');
    await page.getByTestId('sweep-dialog').waitFor({ state: 'hidden' });
    assert.match(await text(page, 'sweep-badge'), /^\d+\/150$/);
    // The page still draws frames. Their rate depends on the load of the machine, so it is not checked.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          let left = 6;
          const tick = () => {
            left -= 1;
            if (left > 0) requestAnimationFrame(tick);
            else resolve();
          };
          requestAnimationFrame(tick);
        }),
    );
    await page.getByTestId('sweep-open').click();
    await page.getByTestId('sweep-cancel').click();
    await done(page, /of 150 runs, cancelled$/);
    const stood = await text(page, 'sweep-progress');
    await page.waitForTimeout(500);
    assert.equal(await text(page, 'sweep-progress'), stood);
    assert.equal(await page.getByTestId('sweep-badge').count(), 0);
  },
  { path: '#/preset/pause' },
);

pageTest(
  'an invalid sweep is refused beside the form, and a refused point does not end the others',
  async (page) => {
    await settled(page, '12us');
    await ask(page, { from: '2x' });
    await eventually(async () => assert.match(await text(page, 'sweep-refusal'), /XOFF threshold is "2x", but must be an amount of bytes from 64/));
    await page.getByTestId('sweep-list').click();
    await page.getByTestId('sweep-values').fill('100, 12k');
    await page.getByTestId('sweep-until').fill('20us');
    await page.getByTestId('sweep-run').click();
    await done(page, /^2 of 2 runs$/);
    assert.match(await text(page, 'sweep-refused'), /^100\sB: .*XOFF/);
    assert.equal(await page.getByTestId('sweep-table').locator('tbody tr').count(), 1);
    assert.match(await page.getByTestId('sweep-point-0').getAttribute('aria-label'), /not measured/);
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a parameter is found by its name, and its words are a list',
  async (page) => {
    await settled(page, '12us');
    await page.keyboard.press('v');
    await page.getByTestId('sweep-find').fill('fabric');
    await page.getByTestId('sweep-param').selectOption('fabric');
    await eventually(async () => assert.match(await page.getByTestId('sweep-values').inputValue(), /crossbar/));
    await page.getByTestId('sweep-until').fill('20us');
    await page.getByTestId('sweep-run').click();
    await done(page, /^2 of 2 runs$/);
    assert.equal(await page.getByTestId('sweep-table').locator('tbody tr').count(), 2);
  },
  { path: PAUSED_LINK, context: { viewport: { width: 390, height: 844 } } },
);

pageTest(
  'a frame of another page sweeps, too',
  async (page) => {
    await settled(page, '12us');
    await ask(page, { from: '12k', to: '16k', count: '2', until: '20us' });
    await done(page, /^2 of 2 runs$/);
  },
  { path: '#/preset/pause?t=12us&embed=1', context: { viewport: { width: 720, height: 480 } } },
);
