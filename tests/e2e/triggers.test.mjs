// Tests of actions on the running fabric, at the selected node or port.
import assert from 'node:assert/strict';

import { address, addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const AT = { path: '#/preset/incast?t=5us&sel=leaf1.1.p3', context: { viewport: { width: 1440, height: 900 } } };

pageTest(
  'a storm by key is narrated, is in the address, and can be undone',
  async (page) => {
    await settled(page, '5us');
    assert.match(await text(page, 'trigger-place'), /leaf1\.1, priority 3/);
    await page.keyboard.press('o');
    await addressLike(page, /#\/d\//);
    await eventually(async () => assert.match(await text(page, 'narrator'), /however full its buffers are/));
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.doesNotMatch(await address(page), /#\/d\//));
  },
  AT,
);

pageTest(
  'a link is taken down and up, a receiver is slow and fast again',
  async (page) => {
    await settled(page, '5us');
    await page.getByTestId('link').click();
    await eventually(async () => assert.equal((await text(page, 'link')).trim(), 'Link up'));
    await eventually(async () => assert.match(await text(page, 'narrator'), /goes down|lost/));
    await page.getByTestId('step').click();
    await page.getByTestId('link').click();
    await eventually(async () => assert.equal((await text(page, 'link')).trim(), 'Link down'));
    await page.getByTestId('step').click();
    await page.getByTestId('slow').click();
    await eventually(async () => assert.equal((await text(page, 'slow')).trim(), 'Full speed'));
    await page.getByTestId('step').click();
    await page.getByTestId('slow').click();
    await eventually(async () => assert.equal((await text(page, 'slow')).trim(), 'Slow receiver'));
  },
  AT,
);

pageTest(
  'the deadlock key reports if no deadlock is possible, and otherwise starts flows round a cycle',
  async (page) => {
    await settled(page, '5us');
    await page.keyboard.press('k');
    await eventually(async () => assert.match(await text(page, 'error-bar'), /cannot deadlock/));
    await page.evaluate(() => {
      location.hash = '#/preset/loop?t=10us';
    });
    await settled(page, '10us');
    await page.getByTestId('deadlock').click();
    await eventually(async () => assert.match(await text(page, 'narrator'), /flows start round the cycle s1/));
  },
  AT,
);

pageTest(
  'a watchdog is set in the panel, acts, and is armed again',
  async (page) => {
    await settled(page, '1us');
    await page.getByTestId('group-watchdog').locator('summary').click();
    await page.getByTestId('param-watchdog').selectOption('timer');
    await page.getByTestId('param-watchdog_action').selectOption('disable');
    await page.getByTestId('value-watchdog_scale').fill('10000');
    await page.getByTestId('value-watchdog_scale').press('Enter');
    await addressLike(page, /watchdog=timer/);
    await addressLike(page, /watchdog_scale=10000/);
    assert.equal(await page.getByTestId('rearm-watchdog').count(), 0);
    // Click elsewhere, because the focused field would consume the key.
    await page.getByTestId('narrator').click();
    await page.keyboard.press('End');
    await eventually(async () => assert.match(await text(page, 'rearm-watchdog'), /^Arm the watchdog of /));
    await page.getByTestId('rearm-watchdog').first().click();
    await eventually(async () => assert.match(await text(page, 'narrator'), /is armed again, and PFC is on/));
  },
  { path: '#/preset/deadlock-ring?t=1us', context: { viewport: { width: 1440, height: 900 } } },
);

pageTest(
  'the storm of a preset is shaped and ended',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('end-storm').click();
    await eventually(async () => assert.match(await text(page, 'narrator'), /^sick sends no more pauses/));
    await eventually(async () => assert.equal(await page.getByTestId('end-storm').count(), 0));
    await page.locator('.storms summary').click();
    await page.getByTestId('storm-every').selectOption({ label: 'every 20 µs' });
    await page.getByTestId('storm-priorities').selectOption({ label: 'all eight priorities' });
    await page.getByTestId('storm').click();
    await eventually(async () => assert.match(await text(page, 'narrator'), /pauses of all priorities/));
  },
  { path: '#/preset/storm?t=60us', context: { viewport: { width: 1440, height: 900 } } },
);
