// What is done to the running fabric at what is selected.
import assert from 'node:assert/strict';

import { address, addressLike, eventually, settled, text } from './desk.mjs';
import { pageTest } from './page.mjs';

const AT = { path: '#/preset/incast?t=5us&sel=leaf1.1.p3', context: { viewport: { width: 1440, height: 900 } } };

pageTest(
  'a storm by key: it is said, in the address, and taken back',
  async (page) => {
    await settled(page, '5us');
    assert.match(await text(page, 'trigger-place'), /leaf1\.1, priority 3/);
    await page.keyboard.press('o');
    await addressLike(page, /#\/d\//);
    await eventually(async () => assert.match(await text(page, 'narrator'), /whatever its buffers? holds?/));
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.doesNotMatch(await address(page), /#\/d\//));
  },
  AT,
);

pageTest(
  'a link goes down and comes up, a receiver is slow and fast again',
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
  'where no deadlock is possible the key says so, and where one is flows go round',
  async (page) => {
    await settled(page, '5us');
    await page.keyboard.press('k');
    await eventually(async () => assert.match(await text(page, 'trouble'), /cannot deadlock/));
    await page.evaluate(() => {
      location.hash = '#/preset/loop?t=10us';
    });
    await settled(page, '10us');
    await page.getByTestId('deadlock').click();
    await eventually(async () => assert.match(await text(page, 'narrator'), /flows start round the circle s1/));
  },
  AT,
);
