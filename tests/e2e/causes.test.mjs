// Tests of the causes of paused queues since the start, and of the worst case of a priority group.
import assert from 'node:assert/strict';

import { addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];

for (const viewport of SIZES) {
  pageTest(
    `the causes of pauses since the start lead to their first pause, at ${viewport.width} pixels`,
    async (page) => {
      await settled(page, '100us');
      await page.getByTestId('waits-causes').locator('summary').click();
      const rows = page.getByTestId('waits-causes').locator('button[title^="Go to"]');
      await rows.first().waitFor();
      await eventually(async () => assert.match(await text(page, 'waits-causes-status'), /^Up to 100\s*µs, the longest first:$/));
      assert.match(await rows.first().textContent(), /storm.*held up \d+ queues? during .* victim/);
      await rows.first().click();
      await addressLike(page, /[?&]t=\d+(\.\d+)?(ns|us|ps)/);
      await eventually(async () => assert.doesNotMatch(await page.getByTestId('clock').getAttribute('title'), /^100us /));
      // The causes stay while the cursor moves. The button computes them again, up to the cursor.
      await page.getByTestId('waits-causes-again').click();
      await eventually(async () => assert.match(await text(page, 'waits-causes-status'), /^(Up to (?!100\s*µs)|No queue)/));
      // An edit starts another run, to which the shown causes do not belong.
      await page.keyboard.press('i');
      await eventually(async () => assert.equal(await text(page, 'waits-causes-status'), 'The run is another one now.'));
      assert.equal(await rows.count(), 0);
    },
    { path: '#/preset/storm?run=0&t=100us&tab=waits', context: { viewport } },
  );

  pageTest(
    `the worst case of a group is opened from its headroom, and undo returns, at ${viewport.width} pixels`,
    async (page) => {
      await settled(page, '20us');
      await page.getByTestId('headroom-sum').locator('summary').first().click();
      // The headroom for a platform is shown with its source file.
      await page.getByTestId('platform-headroom').locator('summary').click();
      await page.getByTestId('platform').selectOption('spectrum-4');
      await eventually(async () => assert.match(await text(page, 'platform-terms'), /SONiC's headroom.*ACS-SN5600/));
      await page.getByTestId('worst-case').click();
      await addressLike(page, /^#\/d\//);
      await page.getByText(/crosses XOFF overshoots/).first().waitFor({ state: 'attached' });
      await page.keyboard.press('Control+z');
      await addressLike(page, /^#\/preset\/pause/);
    },
    { path: '#/preset/pause?run=0&t=20us&sel=s1.0.p3&tab=buffers', context: { viewport } },
  );
}
