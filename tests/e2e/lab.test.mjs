// Tests of steps, edits, undo and links.
import assert from 'node:assert/strict';

import { address, addressLike, eventually, presses, recomputed, shown, text, written } from './page-state.mjs';
import { pageTest, url } from './page.mjs';

/** Pauses the page after the first pause, and returns its address. */
async function still(page) {
  await page.getByTestId('count-pauses').filter({ hasNotText: /^0$/ }).waitFor();
  await page.keyboard.press(' ');
  return written(page);
}

pageTest('a step forward and a step back lead to the same sentence and address', async (page) => {
  const before = await still(page);
  await page.getByTestId('step').click();
  await page.waitForFunction((link) => location.hash !== link, before);
  await eventually(async () => assert.deepEqual(await shown(page), await recomputed(page)));
  const here = [await text(page, 'narrator'), await address(page)];
  await page.getByTestId('step').click();
  await page.waitForFunction((link) => location.hash !== link, here[1]);
  await page.getByTestId('step-back').click();
  await eventually(async () => assert.deepEqual([await text(page, 'narrator'), await address(page)], here));
});

pageTest('a value typed from now is in the address, and ctrl-Z takes it back', async (page) => {
  await still(page);
  const before = await page.getByTestId('value-xoff').inputValue();
  await page.getByTestId('value-xoff').fill('20k');
  await page.keyboard.press('Enter');
  await addressLike(page, /at=.*xoff=20k/);
  // If a seek is needed, the text follows within 0.1 s.
  await eventually(async () => assert.match(await text(page, 'narrator'), /XOFF is 20\.0/));
  await page.getByTestId('title').click();
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => !location.hash.includes('xoff=20k'));
  await eventually(async () => assert.equal(await page.getByTestId('value-xoff').inputValue(), before));
});

pageTest('a mark on a bar is dragged, and moved by arrow keys', async (page) => {
  await still(page);
  const mark = page.getByTestId('mark-xoff');
  const [x, y] = await presses(page, 'mark-xoff');
  await page.mouse.move(x + 40, y, { steps: 8 });
  await page.mouse.up();
  const dragged = await addressLike(page, /xoff=/);
  assert.equal(dragged.match(/xoff=/g).length, 1, dragged);
  await mark.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((before) => location.hash !== before, dragged);
});

pageTest('an address opens the state that it was copied from', async (page) => {
  await page.getByTestId('incast').click();
  const link = await still(page);
  const here = await recomputed(page);
  await eventually(async () => assert.deepEqual(await shown(page), here));
  await page.goto('about:blank');
  await page.goto(new URL(link, url).href);
  await eventually(async () => assert.deepEqual(await shown(page), here));
  await eventually(async () => assert.equal(await address(page), link));
});

pageTest('a bad link is refused with a reason, and the run stays', async (page) => {
  const link = await still(page);
  await page.evaluate(() => {
    location.hash = '#/preset/paus';
  });
  await page.getByTestId('error-bar').waitFor();
  assert.match(await text(page, 'error-bar'), /paus/);
  await page.waitForFunction((before) => location.hash === before, link);
});

pageTest('every preset of the menu opens and runs', async (page) => {
  const options = page.getByTestId('preset-menu').locator('option');
  // The list is empty until the page has started.
  await options.nth(1).waitFor({ state: 'attached' });
  const names = await options.evaluateAll((all) => all.map((one) => one.value));
  assert.ok(names.length >= 4);
  for (const name of names) {
    await page.getByTestId('preset-menu').selectOption(name);
    await page.waitForTimeout(400);
    const before = await text(page, 'clock');
    await page.waitForFunction(
      (clock) => document.querySelector('[data-testid=clock]').textContent !== clock,
      before,
    );
  }
});
