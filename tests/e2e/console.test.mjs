// Tests of the class `Fabric` in the console of the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { PAUSED_LINK, address, settled, shown } from './page-state.mjs';
import { pageTest } from './page.mjs';

const manual = readFileSync(new URL('../../docs/javascript.md', import.meta.url), 'utf8');

pageTest(
  'the example of docs/javascript.md runs in the console, beside the page',
  async (page) => {
    const before = await settled(page, '12us');
    const printed = [];
    page.on('console', (message) => printed.push(message.text()));
    // Evaluate the example in the page, as the console does: the policy of the page allows no inline script.
    await page.evaluate(`{ ${/```js example\n([^]*?)```/.exec(manual)[1]} }`);
    assert.equal(printed[0], 's1.0 sends PFC: pause 3');
    assert.equal(printed.at(-1), 'true');
    assert.deepEqual(await shown(page), before);
  },
  { path: PAUSED_LINK },
);

pageTest('bad input throws in the console, and the page continues', async (page) => {
  await page.getByTestId('play').waitFor();
  const results = await page.evaluate(() =>
    [{ format: 1, model: 1, hosts: [], seed: -4 }, 'nonsense', undefined, 'preset:nope'].map((document) => {
      try {
        new Fabric(document);
        return 'accepted';
      } catch (error) {
        return error instanceof Error ? error.message : 'no Error';
      }
    }),
  );
  assert.deepEqual(results.map((words) => words.slice(0, 20)), [
    'seed: is -4, but mus',
    'line 1, column 2: th',
    'a document is an obj',
    'there is no preset "',
  ]);
  await page.getByTestId('count-pauses').filter({ hasNotText: /^0$/ }).waitFor();
});

pageTest('a link that the class makes is shown by the page', async (page) => {
  await page.getByTestId('play').waitFor();
  const link = await page.evaluate(() => {
    const fabric = new Fabric('preset:incast');
    fabric.runUntil('15us');
    fabric.act({ set: { xoff: '64k' } });
    fabric.runUntil('25us');
    location.hash = fabric.link();
    return fabric.link();
  });
  await settled(page, '25us');
  assert.equal(await address(page), link);
  assert.match(await page.getByTestId('value-xoff').inputValue(), /^64/);
});
