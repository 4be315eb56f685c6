// Tests of the card of the first visit: three choices beside the picture, shown once.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { PAUSED_LINK, addressLike, eventually, text } from './page-state.mjs';
import { pageTest, url } from './page.mjs';

const gone = (page) => page.getByTestId('first-visit').waitFor({ state: 'detached' });

/** Opens the page again, as on a second visit, and waits until it has started. */
async function again(page) {
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByTestId('play').waitFor();
}

for (const [name, viewport, colorScheme] of [
  ['a desk', { width: 1440, height: 900 }, 'light'],
  ['a small desk', { width: 1280, height: 720 }, 'dark'],
  ['a tablet', { width: 1024, height: 768 }, 'light'],
  ['a telephone', { width: 390, height: 844 }, 'dark'],
]) {
  pageTest(
    `the first-visit card is beside the picture on ${name}, whole, and axe finds nothing serious`,
    async (page) => {
      await page.getByTestId('first-visit').waitFor();
      const [card, picture] = await Promise.all(['first-visit', 'fabric-canvas'].map((id) => page.getByTestId(id).boundingBox()));
      const apart =
        card.x >= picture.x + picture.width || card.x + card.width <= picture.x || card.y >= picture.y + picture.height || card.y + card.height <= picture.y;
      assert.ok(apart, `${JSON.stringify(card)} over ${JSON.stringify(picture)}`);
      assert.ok(picture.width > viewport.width / 3 && picture.height > 80, `the picture has ${JSON.stringify(picture)}`);
      for (const id of ['first-visit-learn', 'first-visit-explore', 'first-visit-build', 'first-visit-close']) {
        const { x, y, width, height } = await page.getByTestId(id).boundingBox();
        const inside = x >= card.x && x + width <= card.x + card.width && y >= card.y && y + height <= card.y + card.height + 0.5;
        assert.ok(inside, `${id} is cut off`);
        // A trial click fails if another element covers the button.
        await page.getByTestId(id).click({ trial: true });
        if (viewport.width === 390) {
          assert.ok(id === 'first-visit-close' || height >= 44, `${id} is ${height} px high`);
        }
      }
      const { violations } = await new AxeBuilder({ page }).include('[data-testid=first-visit]').analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${id} ${nodes[0].target}`), []);
    },
    { context: { viewport, colorScheme, hasTouch: viewport.width === 390 }, firstVisit: true },
  );
}

pageTest(
  'the first choice leads to lesson 1 by keyboard, and the card does not appear again',
  async (page) => {
    await page.getByTestId('first-visit-learn').focus();
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await text(page, 'lesson-step'), /^Step 1 of /));
    await gone(page);
    await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'lesson-next'));
    await addressLike(page, /lesson=pause(&|$)/);
    await again(page);
    assert.equal(await page.getByTestId('first-visit').count(), 0);
  },
  { firstVisit: true },
);

pageTest(
  'the second choice leads to the gallery of presets',
  async (page) => {
    await page.getByTestId('first-visit-explore').click();
    await page.getByTestId('preset-incast').click();
    await addressLike(page, /preset\/incast/);
    await gone(page);
    // The next visit opens the same preset.
    await again(page);
    await addressLike(page, /preset\/incast/);
  },
  { firstVisit: true },
);

pageTest(
  'the third choice opens the form or a file; a refused file leaves the card open',
  async (page) => {
    const file = (name, words) => ({ name, mimeType: 'application/json', buffer: Buffer.from(words) });
    await page.getByTestId('door-file').setInputFiles(file('bad.json', '{'));
    await eventually(async () => assert.match(await text(page, 'error-bar'), /bad\.json/));
    assert.ok(await page.getByTestId('first-visit').isVisible());
    await page.getByTestId('first-visit-build').click();
    await page.getByTestId('build-dialog').waitFor();
    await gone(page);
  },
  { firstVisit: true },
);

pageTest(
  'on a phone a touch closes the card, and the chosen pane has its space',
  async (page) => {
    assert.ok(!(await page.getByTestId('inspector').isVisible()));
    await page.getByTestId('tab-tune').tap();
    await gone(page);
    assert.ok(await page.getByTestId('param-find').isVisible());
  },
  { context: { viewport: { width: 390, height: 844 }, hasTouch: true }, firstVisit: true },
);

pageTest(
  'Escape closes the first-visit card for ever',
  async (page) => {
    await page.getByTestId('first-visit-close').focus();
    await page.keyboard.press('Escape');
    await gone(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'play');
    await again(page);
    assert.equal(await page.getByTestId('first-visit').count(), 0);
  },
  { firstVisit: true },
);

pageTest(
  'the first-visit card does not appear with a link or after a lesson',
  async (page) => {
    await page.getByTestId('play').waitFor();
    assert.equal(await page.getByTestId('first-visit').count(), 0);
    await page.evaluate(() => localStorage.setItem('lesson.pause', 'done'));
    await again(page);
    assert.equal(await page.getByTestId('first-visit').count(), 0);
  },
  { path: PAUSED_LINK, firstVisit: true },
);
