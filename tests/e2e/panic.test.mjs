// Tests of a panic of the program: the text of the overlay, and its buttons to continue.
import assert from 'node:assert/strict';

import { address, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

/** Makes the browser throw when the program creates its next element `kind`, so that the program panics. */
function refuse(kind) {
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (name, ...rest) {
    if (name === window.refused) {
      window.refused = undefined;
      throw new Error(`no more ${name}`);
    }
    return create.call(this, name, ...rest);
  };
  window.refused = location.hash.includes('victim') ? kind : undefined;
}

pageTest(
  'a link at which the program stops can be left',
  async (page, { complaints }) => {
    await page.addInitScript(refuse, 'dialog');
    await page.reload();
    await page.getByTestId('panic').waitFor();
    assert.match(await text(page, 'panic'), /It stopped while it opened the link below: a reload will most likely stop there again/);
    assert.match(await text(page, 'panic-link'), /#\/preset\/victim\?/);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'panic-leave');
    await page.getByTestId('panic-reload').click();
    await page.getByTestId('panic').waitFor();
    await page.getByTestId('panic-leave').click();
    await page.getByTestId('narrator').waitFor();
    assert.equal(await page.getByTestId('panic').count(), 0);
    assert.match(await address(page), /^(#\/)?(preset\/pause.*)?$/);
    complaints.splice(0);
  },
  { path: '#/preset/victim?t=12us' },
);

pageTest(
  'after a panic a reload opens the shown state again, or it can be left',
  async (page, { complaints }) => {
    await page.addInitScript(refuse, 'nothing');
    await page.reload();
    const { moment } = await settled(page, '12us');
    const stop = async () => {
      await page.evaluate(() => {
        window.refused = 'form';
      });
      await page.getByTestId('flows').locator('summary').click();
      await page.getByTestId('flow-add').click();
      await page.getByTestId('panic').waitFor();
      assert.match(await text(page, 'panic'), /The link below opens the same run again/);
    };
    await stop();
    // A key after the panic opens no second overlay, and the address stays.
    await page.keyboard.press('i');
    assert.equal(await page.getByTestId('panic').count(), 1);
    await page.getByTestId('panic-reload').click();
    await eventually(async () => assert.equal((await settled(page, '12us')).moment, moment));
    await stop();
    await page.getByTestId('panic-leave').click();
    await page.getByTestId('narrator').waitFor();
    await eventually(async () => assert.doesNotMatch(await address(page), /incast/));
    complaints.splice(0);
  },
  { path: '#/preset/incast?t=12us' },
);
