import { pageTest } from './page.mjs';

pageTest('the page loads and shows its title', async (page) => {
  await page.getByTestId('title').waitFor({ state: 'visible' });
});
