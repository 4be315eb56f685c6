// Tests with axe-core: names, roles, contrast.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { PAUSED_LINK, settled } from './page-state.mjs';
import { pageTest } from './page.mjs';

async function noViolations(page, where, grave = ['serious', 'critical']) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations.filter(({ impact }) => grave.includes(impact));
  const list = bad.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} ${target} ${any[0]?.message ?? ''}`));
  assert.deepEqual(list, [], where);
}

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `axe finds nothing serious on a desk, ${colorScheme}`,
    async (page) => {
      await settled(page, '12us');
      assert.equal(await page.locator('html').getAttribute('data-theme'), colorScheme);
      await page.getByTestId('outline').locator('summary').click();
      await noViolations(page, 'the desk');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await noViolations(page, 'the help');
      await page.keyboard.press('Escape');
      await page.keyboard.press('v');
      await page.getByTestId('sweep-list').click();
      await page.getByTestId('sweep-values').fill('100, 12k, 16k');
      await page.getByTestId('sweep-until').fill('20us');
      await page.getByTestId('sweep-run').click();
      await page.getByText('3 of 3 runs').waitFor();
      for (const words of ['As a table', 'On the command line']) {
        await page.getByText(words).click();
      }
      await noViolations(page, 'a sweep');
      await page.keyboard.press('Escape');
      await page.keyboard.press('b');
      await page.getByTestId('build-spines').fill('0');
      await page.keyboard.press('Enter');
      await page.getByText('0 must be a whole number').waitFor();
      await noViolations(page, 'the form of a fabric');
      await page.keyboard.press('Escape');
      await page.evaluate(() => {
        location.hash = '#/preset/nope';
      });
      await page.getByTestId('error-bar').waitFor();
      await noViolations(page, 'a message');
    },
    { path: PAUSED_LINK, context: { colorScheme, viewport: { width: 1440, height: 900 } } },
  );
}

// The telephone has the same elements and colours in another layout.
pageTest(
  'axe finds nothing on a telephone',
  async (page) => {
    await settled(page, '12us');
    for (const tab of ['tab-inspect', 'tab-chart', 'tab-lanes', 'tab-tune']) {
      await page.getByTestId(tab).click();
      await noViolations(page, tab, ['minor', 'moderate', 'serious', 'critical']);
    }
  },
  { path: PAUSED_LINK, context: { viewport: { width: 390, height: 844 } } },
);
