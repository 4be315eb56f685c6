// Tests of the terms that are explained in the text, and of the help.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import AxeBuilder from '@axe-core/playwright';

import { PAUSED_LINK, eventually, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

/** Meaning of a term in the glossary. */
const meaning = (term) => glossary.split('\n').find((line) => line.startsWith(`| ${term} |`)).split(' | ')[1].replaceAll('`', '');

const explains = (page, words) => eventually(async () => assert.ok((await text(page, 'explanation')).includes(words), await text(page, 'explanation')));
const closed = (page) => page.getByTestId('explanation').waitFor({ state: 'hidden' });

pageTest(
  'a word of a lesson is explained beside it, and Escape leads back to it',
  async (page) => {
    const word = page.locator('.lesson-text .term').first();
    await word.focus();
    assert.equal(await word.textContent(), 'XOFF');
    await page.keyboard.press('Enter');
    await explains(page, meaning('XOFF'));
    const [card, place] = await Promise.all([page.getByTestId('explanation').boundingBox(), word.boundingBox()]);
    const apart = Math.min(Math.abs(card.y - place.y - place.height), Math.abs(place.y - card.y - card.height));
    assert.ok(apart < 12, `${apart} pixels from the word`);
    const { violations } = await new AxeBuilder({ page }).include('[data-testid=explanation]').analyze();
    assert.deepEqual(violations.map(({ id, nodes }) => `${id} ${nodes[0].target}`), []);
    await page.keyboard.press('Escape');
    await closed(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.term), 'XOFF');
  },
  { path: '#/lesson/headroom?step=3' },
);

pageTest(
  'a parameter is explained by a touch on its name and by F1 on its slider',
  async (page) => {
    await page.getByTestId('tab-tune').tap();
    await page.locator('label[for=param-xoff]').tap();
    await explains(page, 'SONiC xoff_threshold');
    await page.keyboard.press('Escape');
    await closed(page);
    await page.getByTestId('param-headroom').focus();
    await page.keyboard.press('F1');
    await explains(page, 'Headroom');
  },
  { path: PAUSED_LINK, context: { viewport: { width: 390, height: 844 }, hasTouch: true } },
);

pageTest(
  'the legend explains its signs, and a missing glossary is reported',
  async (page, { complaints }) => {
    await page.locator('.legend .term', { hasText: 'XON' }).click();
    await explains(page, 'XON');
    await page.keyboard.press('Escape');
    await closed(page);
    await page.route('**/glossary.md', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByTestId('view-ets').click();
    await page.locator('.inside .term').first().click();
    await explains(page, 'glossary.md: the file is missing beside the page');
    await page.unroute('**/glossary.md');
    await page.keyboard.press('Escape');
    await page.locator('.inside .term').first().click();
    await explains(page, meaning('ETS'));
    complaints.splice(0);
  },
  { path: PAUSED_LINK, context: { viewport: { width: 1440, height: 900 } } },
);

pageTest(
  'the help begins with tasks, and has every term and every key',
  async (page) => {
    // Keys have no effect until the page has started.
    await page.getByTestId('play').waitFor();
    await page.keyboard.press('?');
    await page.getByTestId('help-terms').waitFor();
    await eventually(async () => assert.match(await page.locator('.help li').first().textContent(), /^Play/));
    await page.getByTestId('help-terms').click();
    const rows = glossary.split('\n').filter((line) => line.startsWith('| ')).length - 1;
    await eventually(async () => assert.equal(await page.locator('.help details[open] dt').count(), rows));
    await page.getByTestId('help-keys').click();
    assert.ok(await page.locator('.help kbd', { hasText: 'space' }).isVisible());
  },
  { path: PAUSED_LINK },
);
