// Tests of the settings of the scenario beside the parameters: lossless priorities, PFC, MTU, a cable,
// senders.
import assert from 'node:assert/strict';

import { addressLike, eventually, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const PATH = '#/preset/incast?run=0&t=20us';

const pauses = async (page) => Number(await text(page, 'count-pauses'));

pageTest(
  'PFC is switched off and on from the start, and undo takes it back',
  async (page) => {
    await eventually(async () => assert.ok((await pauses(page)) > 0));
    await page.getByTestId('group-Fabric').locator('summary').click();
    await page.getByTestId('pfc-on').uncheck();
    await eventually(async () => assert.equal(await pauses(page), 0));
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.ok((await pauses(page)) > 0));
    assert.ok(await page.getByTestId('pfc-on').isChecked());
  },
  { path: PATH },
);

pageTest(
  'a lossless priority and a cable are in the link of the page',
  async (page) => {
    await page.getByTestId('group-Fabric').locator('summary').click();
    await page.getByTestId('lossless-4').check();
    await addressLike(page, /p4\.lossless=on/);
    await page.getByTestId('cable-length').fill('300m');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await page.getByTestId('cable-length').inputValue(), '300m'));
    // No preset has this cable, so the link contains the whole document.
    await addressLike(page, /#\/d\//);
    await page.reload();
    await page.getByTestId('group-Fabric').locator('summary').click();
    await eventually(async () => assert.equal(await page.getByTestId('cable-length').inputValue(), '300m'));
    assert.ok(await page.getByTestId('lossless-4').isChecked());
    await page.getByTestId('cable-rate').fill('fast');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await text(page, 'scenario-refusal'), /rate of link 1 is "fast", but must be a rate such as 100G, from 1M to 10T/));
    assert.equal(await page.getByTestId('cable-rate').inputValue(), '100G');
  },
  { path: PATH },
);

pageTest(
  'an incast has the chosen number of senders',
  async (page) => {
    await page.getByTestId('incast-senders').fill('2');
    await page.keyboard.press('Enter');
    await page.getByTestId('incast').click();
    await eventually(async () => assert.match(await text(page, 'flows'), /Flows \(9\)/));
    await page.getByTestId('incast-senders').fill('99');
    // The click also ends the input, so the number is refused before the incast.
    await page.getByTestId('incast').click();
    await eventually(async () => assert.match(await text(page, 'error-bar'), /senders is 99, but must be a whole number from 1 to \d+/));
    assert.equal(await page.getByTestId('incast-senders').inputValue(), '99');
    assert.match(await text(page, 'flows'), /Flows \(9\)/);
  },
  { path: PATH },
);

pageTest(
  'an MTU below the frames of a flow is refused by its number, and one above them is in the link',
  async (page) => {
    await page.getByLabel('Find a parameter, node or flow').fill('mtu');
    const mtu = page.getByTestId('value-mtu');
    await mtu.fill('500');
    await page.keyboard.press('Enter');
    await page.getByText(/frame of flow 1: 1500 is outside 64 to 500, the MTU/).waitFor();
    await mtu.fill('4k');
    await page.keyboard.press('Enter');
    await addressLike(page, /[?&]mtu=4k/);
  },
  { path: PATH },
);
