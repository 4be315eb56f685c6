// Tests of comparison: pin a run as A, change something, and compare it with B.
import assert from 'node:assert/strict';

import AxeBuilder from '@axe-core/playwright';

import { addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const INCAST = '#/preset/incast?t=60us&sel=leaf1.0.p3';

/** Rows of the table: measure, A, B, difference. */
const rows = (page) =>
  page
    .getByTestId('compare-table')
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.trim())));

pageTest(
  'a pinned run is compared with the changed run, in the table, the charts and the lanes',
  async (page) => {
    await settled(page, '60us');
    assert.equal(await page.getByTestId('a-legend').count(), 0);
    await page.keyboard.press('a');
    await eventually(async () => assert.match(await text(page, 'narrator'), /A is pinned/));
    await eventually(async () => assert.match(await text(page, 'compare-sum'), /Nothing differs/));
    await page.getByTestId('value-xoff').fill('64k');
    await page.getByTestId('value-xoff').press('Enter');
    await eventually(async () => assert.match(await text(page, 'compare-differences'), /xoff 48k → 64k at 60us/));
    await page.getByTestId('end').click();
    const differ = await eventually(async () => {
      assert.equal(await page.getByTestId('compare-behind').count(), 0);
      const found = (await rows(page)).filter((row) => row[3] !== 'same');
      assert.ok(found.some((row) => row[0] === 'pause frames'), JSON.stringify(found));
      return found;
    });
    const pauses = differ.find((row) => row[0] === 'pause frames');
    assert.equal(Number(pauses[2]), Number(await text(page, 'count-pauses')), 'B is what is shown');
    assert.match(pauses[3], /^[+−]\d+ \([+−]/);
    // Rows that differ come first.
    const same = (await rows(page)).map((row) => row[3] === 'same');
    assert.equal(same.indexOf(true), differ.length);
    assert.match(await page.getByTestId('a-legend').first().textContent(), /A: pinned/);
    assert.match(await text(page, 'lanes-a'), /A: pinned/);
    assert.ok((await page.getByTestId('lanes-area').locator('path.a[d^=M]').count()) > 1);
    await eventually(async () => {
      const lines = await page.getByTestId('lanes-list').locator('li').allTextContents();
      assert.ok(lines.some((line) => /in A stopped for/.test(line)), lines.join('\n'));
    });
    await eventually(async () => assert.match(await text(page, 'chart-queue-words'), /A: egress queue/));
    const box = await page.getByTestId('chart-queue').boundingBox();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
    await eventually(async () => assert.match(await text(page, 'chart-queue-readout'), /egress queue .+; A: egress queue .+B/));
    await page.getByTestId('share').click();
    const link = page.getByTestId('share-link');
    await eventually(async () => assert.match(await link.inputValue(), /&a=kept=0&/));
    await page.getByTestId('share-a').uncheck();
    await eventually(async () => assert.doesNotMatch(await link.inputValue(), /&a=/));
    await page.keyboard.press('Escape');
    await page.getByTestId('pin').click();
    await eventually(async () => assert.equal(await page.getByTestId('a-legend').count(), 0));
  },
  { path: INCAST, context: { viewport: DESKTOP } },
);

pageTest(
  'a link carries A: the same table and charts, over each other or apart',
  async (page) => {
    await settled(page, '60us');
    await eventually(async () => assert.match(await text(page, 'compare-differences'), /xoff 96k → 48k/));
    await eventually(async () => assert.ok((await rows(page)).some((row) => row[0] === 'pause frames' && row[3] !== 'same')));
    assert.match(await page.getByTestId('a-legend').first().textContent(), /A: pinned/);
    await page.getByTestId('compare-beside').click();
    await addressLike(page, /a=xoff=96k.*apart=1/);
    await eventually(async () => assert.match(await text(page, 'chart-queue-words'), /A: egress queue/));
    await page.getByTestId('compare-over').click();
    await eventually(async () => assert.doesNotMatch(page.url(), /apart/));
  },
  { path: `${INCAST}&a=xoff=96k&tab=compare`, context: { viewport: DESKTOP } },
);

pageTest(
  'the picture shows the fabric of A with a caption, until A is removed',
  async (page) => {
    await settled(page, '60us');
    await eventually(async () => assert.match(await text(page, 'compare-differences'), /xoff 96k → 48k/));
    const pauses = () => text(page, 'count-pauses').then(Number);
    const ofB = await pauses();
    await page.getByTestId('fabric-of-a').click();
    await addressLike(page, /picture=a/);
    await eventually(async () => assert.equal(await text(page, 'fabric-caption'), 'Run A (pinned); the panels show run B'));
    const row = (await rows(page)).find((cells) => cells[0] === 'pause frames');
    await eventually(async () => assert.equal(await pauses(), Number(row[1])));
    assert.notEqual(await pauses(), ofB);
    assert.equal(await page.getByTestId('waits-toggle').count(), 0, 'the graph is of run B');
    await page.getByTestId('compare-fabric-b').click();
    await eventually(async () => assert.equal(await pauses(), ofB));
    assert.equal(await page.getByTestId('fabric-caption').count(), 0);
    await page.getByTestId('compare-fabric-a').click();
    await eventually(async () => assert.equal(await page.getByTestId('fabric-caption').count(), 1));
    await page.getByTestId('pin').click();
    await eventually(async () => assert.equal(await page.getByTestId('fabric-caption').count(), 0));
    await eventually(async () => assert.doesNotMatch(page.url(), /picture/));
    assert.equal(await page.getByTestId('fabric-of-a').count(), 0);
  },
  { path: `${INCAST}&a=xoff=96k&tab=compare`, context: { viewport: DESKTOP } },
);

pageTest(
  'an invalid run A is refused, and the rest of the link is shown',
  async (page) => {
    await settled(page, '60us');
    await eventually(async () => assert.match(await text(page, 'error-bar'), /a is "xoff=zoo"/));
    assert.equal(await page.getByTestId('a-legend').count(), 0);
  },
  { path: `${INCAST}&a=xoff=zoo`, context: { viewport: DESKTOP } },
);

pageTest(
  'the picture names the victim of a pause, and chooses it',
  async (page) => {
    await settled(page, '27us');
    await eventually(async () => assert.match(await text(page, 'victims'), /Victim: victim/));
    await page.getByTestId('victims').click();
    await addressLike(page, /flow=/);
  },
  { path: '#/preset/victim?t=27us', context: { viewport: DESKTOP } },
);

pageTest(
  'the load of the links is written beside them, and its length of time in the button',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('load-toggle').click();
    await eventually(async () => assert.match(await page.getByTestId('load-toggle').getByTestId('load-span').textContent(), /^last \d+.*\sµs$/));
    assert.ok((await page.getByTestId('loads').locator('text').count()) > 3);
  },
  { path: INCAST, context: { viewport: DESKTOP } },
);

pageTest(
  'a change in the past makes the run before it run A, until undo',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('home').click();
    await addressLike(page, /t=0/);
    await page.getByTestId('incast').click();
    await eventually(async () => assert.match(await text(page, 'lanes-a'), /A: before the edit/));
    await page.getByTestId('undo').click();
    await eventually(async () => assert.equal(await page.getByTestId('lanes-a').count(), 0));
  },
  { path: INCAST, context: { viewport: DESKTOP } },
);

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `on a phone the table is in the pane of the inspector, and axe finds nothing, ${colorScheme}`,
    async (page) => {
      await settled(page, '60us');
      await page.getByTestId('pin').click();
      await page.getByTestId('tab-tune').click();
      await page.getByTestId('value-xoff').fill('64k');
      await page.getByTestId('value-xoff').press('Enter');
      await page.getByTestId('end').click();
      await page.getByTestId('tab-inspect').click();
      await eventually(async () => assert.ok((await rows(page)).some((row) => row[3] !== 'same')));
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${wide} px wide`);
    },
    { path: INCAST, context: { viewport: { width: 390, height: 844 }, colorScheme } },
  );
}
