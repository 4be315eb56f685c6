// Tests of the form for a new fabric: filled in, refused beside a field, opened, undone.
import assert from 'node:assert/strict';

import { PAUSED_LINK, address, addressLike, eventually, settled, text, written } from './page-state.mjs';
import { pageTest } from './page.mjs';

/**
 * State of the document in the address after 100 µs, computed by the class `Fabric` in the console of the
 * page.
 */
const computed = (page) =>
  page.evaluate(() => {
    const fabric = new Fabric(location.href);
    fabric.runUntil('100us');
    const { build, hosts = [], params } = fabric.document();
    const report = fabric.report();
    fabric.free();
    const port = (node, priority) => report.ports.find((port) => port.node === node && port.priority === priority);
    return {
      build,
      hosts: hosts.length,
      lossless: params['p4.lossless'],
      shares: [3, 4, 0].map((priority) => port('leaf1', priority).ets?.share_percent),
      collectives: report.collectives.map(({ name }) => name),
      lost: report.fabric.lossless_violations,
    };
  });

pageTest(
  'a fabric of two spines, four leaves and 16 hosts is built by keyboard, and undo takes it back',
  async (page) => {
    await settled(page, '12us');
    const before = await written(page);
    await page.keyboard.press('b');
    await page.getByTestId('build-dialog').waitFor();
    await eventually(async () => assert.ok(await page.getByTestId('build-kind').evaluate((field) => field === document.activeElement)));
    // Fields in the order of Tab: spines, leaves, hosts, two links, lossless priorities, shares; then
    // traffic, bytes, senders, receiver, frame, priorities.
    for (const value of ['2', '4', '4', '400G,3m', '800G,30m', '3,4', '80/15/5', null, '256k', '15', 'h2-3', '1000', '3,4,0']) {
      await page.keyboard.press('Tab');
      if (value !== null) {
        await page.keyboard.type(value);
      }
    }
    await page.keyboard.press('Enter');
    await page.getByTestId('build-dialog').waitFor({ state: 'hidden' });
    await addressLike(page, /^#\/d\//);
    assert.match(await text(page, 'preset-menu'), /Leaf–spine: 16 hosts, 6 switches/);
    const link = { rate: '400G', length: '3m' };
    assert.deepEqual(await computed(page), {
      build: {
        leaf_spine: { spines: 2, leaves: 4, hosts: 4, host_link: link, fabric_link: { rate: '800G', length: '30m' } },
      },
      hosts: 0,
      lossless: 'on',
      shares: [80, 15, 5],
      collectives: ['incast P3', 'incast P4', 'incast P0'],
      lost: 0,
    });
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.equal(await address(page), before));
    await settled(page, '12us');
    assert.equal(await page.getByTestId('error-bar').count(), 0);
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a value out of range is refused beside its field, and the fabric can be expanded to plain lists',
  async (page) => {
    await settled(page, '12us');
    await page.getByTestId('page-menu').click();
    await page.getByTestId('build').click();
    await page.getByTestId('build-kind').selectOption({ label: 'Star' });
    const hosts = page.getByTestId('build-hosts');
    await hosts.fill('65');
    await page.getByTestId('build-run').click();
    await page.getByText('65 must be a whole number from 1 to 64').waitFor();
    assert.equal(await hosts.getAttribute('aria-invalid'), 'true');
    assert.ok(await hosts.evaluate((field) => field === document.activeElement), 'the field has the focus');
    const wide = await page.evaluate(() => document.querySelector('[data-testid=build-dialog]').scrollWidth);
    assert.ok(wide <= 390, `${wide} px wide`);
    await hosts.fill('6');
    assert.equal(await hosts.getAttribute('aria-invalid'), 'false');
    await page.getByTestId('build-expand').check();
    await page.getByTestId('build-run').click();
    await page.getByTestId('build-dialog').waitFor({ state: 'hidden' });
    await addressLike(page, /^#\/d\//);
    const { build, hosts: listed } = await page.evaluate(() => {
      const fabric = new Fabric(location.href);
      const { build, hosts } = fabric.document();
      fabric.free();
      return { build, hosts: hosts.length };
    });
    assert.deepEqual([build, listed], [undefined, 6]);
  },
  { path: PAUSED_LINK, context: { viewport: { width: 390, height: 844 } } },
);
