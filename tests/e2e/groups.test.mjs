// Tests of the picture of a large fabric: its pods are groups, and the group of the selected node is open.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

import { eventually, text } from './page-state.mjs';
import { fromEnvironment, pageTest } from './page.mjs';

const fabric = (given, input) =>
  execFileSync(fromEnvironment('FABRIC_CLI'), given, { encoding: 'utf8', maxBuffer: 1 << 28, input });

/** Fragment of the share link of a fat tree with 16 pods of 16 switches and 64 hosts. */
const document = fabric(['new', 'fat-tree', '-k', '16', '--collective', 'permutation,bytes=1M']);
const link = fabric(['link', '-'], document).trim().replace(/^.*#/, '#');

const FABRIC = { path: link, context: { viewport: { width: 1440, height: 900 } } };

const group = (page, name) => page.locator('.topology .group').filter({ hasText: name });

/** Waits until the closed groups are `groups` and the other boxes `others`. */
const drawn = (page, groups, others) =>
  eventually(async () => {
    const counts = [await page.locator('.topology .group').count(), await page.locator('.topology .node:not(.group)').count()];
    assert.deepEqual(counts, [groups, others]);
  });

pageTest(
  'a click on a closed pod of a large fabric opens it in place of the open one',
  async (page) => {
    await page.getByTestId('play').click();
    // 15 closed pods and 8 groups of core switches; the first pod is open.
    await drawn(page, 23, 80);
    const box = await group(page, 'agg5-1').locator('.box').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(async () => assert.match(await text(page, 'inspector'), /(agg|edge|h)5-/));
    await drawn(page, 23, 80);
    assert.equal(await group(page, 'agg5-1').count(), 0);
    assert.equal(await group(page, 'agg1-1').count(), 1);
  },
  FABRIC,
);

pageTest(
  'a pointer on a closed group shows its contents',
  async (page) => {
    await page.getByTestId('play').click();
    await drawn(page, 23, 80);
    const box = await group(page, 'agg5-1').locator('.box').boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(async () => assert.match(await page.locator('.tip').textContent(), /16 switches, 64 hosts/));
  },
  FABRIC,
);
