// Tests of the inside of a switch: tabs, a match step by step, waiting frames, bandwidth shares.
import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';

import AxeBuilder from '@axe-core/playwright';

import { address, addressLike, eventually, settled, text } from './page-state.mjs';
import { pageTest, url } from './page.mjs';

const CROSSBAR = '#/preset/crossbar?t=20us';

/** Document with a crossbar of 64 ports. */
const RADIX = `#/d/1.${deflateRawSync(
  JSON.stringify({
    format: 1,
    model: 1,
    name: 'radix',
    horizon: '10us',
    hosts: Array.from({ length: 64 }, (_, n) => ({ name: `h${n}` })),
    switches: [{ name: 's1' }],
    links: Array.from({ length: 64 }, (_, n) => [`h${n}`, 's1', '100G']),
    params: { fabric: 'crossbar' },
    flows: Array.from({ length: 64 }, (_, n) => ({ name: `f${n}`, from: `h${n}`, to: `h${63 - n}` })),
    view: { select: 's1.63.p3' },
  }),
).toString('base64url')}?t=3us&tab=islip`;
const DESKTOP = { width: 1440, height: 900 };

const selected = (page, id) => page.getByTestId(id).getAttribute('aria-selected');

pageTest(
  'the sum of headroom unfolds below its bar',
  async (page) => {
    await settled(page, '20us');
    const sum = page.getByTestId('headroom-sum');
    assert.equal(await sum.locator('dd').count(), 0, 'folded, nothing is worked out');
    await sum.locator('summary').first().click();
    await eventually(async () => assert.match(await sum.textContent(), /needed at worst\s*15\.0/));
    assert.match(await sum.textContent(), /used at most\s*6\.00/);
  },
  { path: '#/preset/pause?t=20us&sel=s1.0.p3', context: { viewport: DESKTOP } },
);

pageTest(
  'the closed forms of burst and latency unfold beside the measured values',
  async (page) => {
    await settled(page, '20us');
    const crowd = page.getByTestId('crowd-sum');
    await crowd.locator('summary').click();
    await eventually(async () => assert.match(await crowd.textContent(), /fed by\s*2 inputs, 200.Gb/));
    assert.match(await crowd.textContent(), /held at most\s*36\.0/);
    await page.getByTestId('view-flow').click();
    const alone = page.getByTestId('alone-sum');
    await alone.locator('summary').click();
    await eventually(async () => assert.match(await alone.textContent(), /alone\s*1\.24.µs, 1 switch/));
    assert.match(await alone.textContent(), /took\s*2\.61/);
  },
  { path: '#/preset/pause?t=20us&sel=s1.2.p3', context: { viewport: DESKTOP } },
);

pageTest(
  'tabs are chosen with arrow keys, are in the address, and remembered',
  async (page) => {
    await settled(page, '12us');
    assert.equal(await selected(page, 'view-buffers'), 'true');
    await page.getByTestId('view-buffers').focus();
    await page.keyboard.press('ArrowRight');
    await addressLike(page, /tab=islip/);
    assert.equal(await selected(page, 'view-islip'), 'true');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'view-islip');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await addressLike(page, /tab=flow/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await addressLike(page, /tab=buffers/);
    await page.getByTestId('view-ets').click();
    await page.evaluate(() => {
      location.hash = '#/preset/pause?t=13us';
    });
    await settled(page, '13us');
    const link = await addressLike(page, /tab=ets.*&hash=/);
    await page.reload();
    await eventually(async () => assert.equal(await selected(page, 'view-ets'), 'true'));
    // A link opens the tab that it names, not the last tab of the reader.
    await page.goto('about:blank');
    await page.goto(new URL(link.replace('tab=ets&', ''), url).href);
    await eventually(async () => assert.equal(await selected(page, 'view-buffers'), 'true'));
  },
  { path: '#/preset/pause?t=12us', context: { viewport: DESKTOP } },
);

pageTest(
  'the keyboard steps through a match, each step with its own sentence',
  async (page) => {
    await settled(page, '20us');
    const stages = await page.getByTestId('stepper').locator('.stages button:not([aria-disabled="true"])').allTextContents();
    assert.deepEqual(stages.slice(0, 3), ['request', 'grant 1', 'accept 1']);
    const last = await text(page, 'match-sentence');
    await page.getByTestId('stage-0').focus();
    await page.keyboard.press('Home');
    await eventually(async () => assert.match(await text(page, 'match-sentence'), /requests? /));
    const sentences = new Set([await text(page, 'match-sentence')]);
    const lines = await page.getByTestId('match-list').locator('li').allTextContents();
    assert.ok(lines.every((line) => /requested|connected by an earlier match/.test(line)), lines.join('; '));
    for (let n = 1; n < stages.length; n += 1) {
      await page.keyboard.press('ArrowRight');
      await eventually(async () => {
        assert.equal(await page.getByTestId(`stage-${n}`).getAttribute('aria-pressed'), 'true');
      });
      sentences.add(await text(page, 'match-sentence'));
    }
    assert.equal(sentences.size, stages.length);
    assert.ok(sentences.has(last), 'it opened at its end');
    assert.match(await text(page, 'match-list'), /accepted/);
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.notEqual(await text(page, 'match-sentence'), last));
    await addressLike(page, /step=grant/);
    // A button that reaches its last stage keeps the focus.
    await page.getByTestId('stage-back').focus();
    for (let n = 0; n <= stages.length; n += 1) {
      await page.keyboard.press('Enter');
    }
    assert.equal(await page.getByTestId('stage-back').getAttribute('aria-disabled'), 'true');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'stage-back');
    await addressLike(page, /step=request/);
  },
  { path: CROSSBAR, context: { viewport: DESKTOP } },
);

pageTest(
  'the pointers of every output and input are drawn, with names where there is space',
  async (page) => {
    await settled(page, '20us');
    const drawn = () =>
      page.getByTestId('match-grid').locator('.pointer').evaluateAll((all) =>
        all.map((one) => [one.getAttribute('class'), (one.getAttribute('d').match(/M/g) ?? []).length]),
      );
    const counts = async () => Object.fromEntries(await drawn());
    // Five inputs and six outputs are in use; the selected port is no input.
    assert.deepEqual(await counts(), { 'pointer all': 11, pointer: 1, 'pointer grants': 6, 'pointer accepts': 5 });
    await page.evaluate((hash) => {
      location.hash = hash;
    }, RADIX);
    await eventually(async () => assert.deepEqual(await counts(), { 'pointer all': 128, pointer: 2, 'pointer grants': 0, 'pointer accepts': 0 }));
  },
  { path: CROSSBAR, context: { viewport: DESKTOP } },
);

pageTest(
  'keys and buttons step from match to match',
  async (page) => {
    await settled(page, '20us');
    const moment = () => page.getByTestId('clock').getAttribute('title');
    const first = await moment();
    await page.keyboard.press('m');
    await eventually(async () => assert.notEqual(await moment(), first));
    await eventually(async () => assert.match(await text(page, 'match'), /at the cursor/));
    const second = await moment();
    await page.getByTestId('match-next').click();
    await eventually(async () => assert.notEqual(await moment(), second));
    await page.keyboard.press('Shift+M');
    await eventually(async () => assert.equal(await moment(), second));
    await page.getByTestId('match-before').click();
    await eventually(async () => assert.notEqual(await moment(), second));
  },
  { path: CROSSBAR, context: { viewport: DESKTOP } },
);

pageTest(
  'the cells of both matrices are read with arrow keys, and select an output',
  async (page) => {
    await settled(page, '20us');
    await page.getByTestId('heat-grid').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'heat-detail'), /^h2 → h1: [1-9]/));
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'heat-detail'), /^h3 → h1: [1-9]/));
    assert.match(await page.getByTestId('heat-grid').getByRole('status').textContent(), /^h3 → h1: [1-9]/);
    assert.match(await text(page, 'heat-charged'), /egress bars of all outputs say [\d.]+.kB/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await text(page, 'selection'), 's1 · port 1'));
    assert.match(await text(page, 'heat-max'), /kB$/);
    await page.getByTestId('match-grid').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.match(await text(page, 'match-detail'), /^h2 → h1/));
  },
  { path: CROSSBAR, context: { viewport: DESKTOP } },
);

pageTest(
  'an ideal fabric is named so, and a button gives it a crossbar from the start',
  async (page) => {
    await settled(page, '20us');
    assert.match(await text(page, 'inside'), /ideal fabric/);
    await page.getByTestId('use-crossbar').click();
    await addressLike(page, /fabric=crossbar/);
    await page.getByTestId('match').waitFor();
    await settled(page, '20us');
    await page.getByTestId('inside-crossbar_inputs').selectOption('fifo');
    await addressLike(page, /crossbar_inputs=fifo/);
    await page.evaluate(() => {
      location.hash = '#/preset/incast?t=20us&sel=h1.0.p3&tab=islip';
    });
    await eventually(async () => assert.match(await text(page, 'inside'), /h1 is a host/));
  },
  { path: '#/preset/incast?t=20us&tab=islip', context: { viewport: DESKTOP } },
);

pageTest(
  'classes show measured, due and configured shares',
  async (page) => {
    await settled(page, '60us');
    const meters = page.getByTestId('ets').getByRole('meter');
    assert.deepEqual(
      await meters.evaluateAll((all) => all.map((one) => Math.round(Number(one.getAttribute('aria-valuenow')) / 5) * 5)),
      [15, 80, 5],
    );
    // The printed, spoken and drawn numbers are equal and have the same names.
    const rows = await page.getByTestId('ets').locator('.classes:not(.strict) > li').evaluateAll((all) =>
      all.map((row) => {
        const meter = row.querySelector('[role=meter]');
        return { printed: row.querySelector('.head').textContent, spoken: meter.getAttribute('aria-valuetext'), drawn: meter.getAttribute('style') };
      }),
    );
    assert.equal(rows.length, 3);
    for (const [n, { printed, spoken, drawn }] of rows.entries()) {
      const [, share, due, got] = /share (\d+)\D+due ([\d.]+)\D+got ([\d.]+)/.exec(printed);
      assert.equal(Number(share), [15, 80, 5][n]);
      assert.match(spoken, new RegExp(`^got ${got}\\D+due ${due}\\D*$`));
      assert.equal((100 * Number(/--due:([\d.]+)/.exec(drawn)[1])).toFixed(1), due);
      assert.equal((100 * Number(/--got:([\d.]+)/.exec(drawn)[1])).toFixed(1), got);
    }
    const since = await text(page, 'ets');
    await page.getByTestId('ets-recent').click();
    await eventually(async () => assert.match(await text(page, 'ets'), /due [\d.]+.%got [\d.]+.%in the last /));
    await page.getByTestId('ets-whole').click();
    await eventually(async () => assert.equal(await text(page, 'ets'), since));
    await page.getByTestId('view-buffers').click();
    await eventually(async () => assert.match(await text(page, 'pool-total'), /16\.0.MB/));
    assert.match(await page.getByTestId('pool').locator('.stack').first().getAttribute('aria-label'), /headroom .* of /);
  },
  { path: '#/preset/ets?t=60us', context: { viewport: DESKTOP } },
);

pageTest(
  'shares are changed together, and need not add up to 100',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('share-3').fill('500');
    await page.getByTestId('classes-apply').click();
    await eventually(async () => assert.match(await text(page, 'classes-refusal'), /share of priority 3/));
    assert.equal(await page.getByTestId('error-bar').count(), 0);
    await page.getByTestId('share-3').fill('50');
    await page.getByTestId('share-4').fill('45');
    assert.match(await text(page, 'classes-sum'), /100/);
    await page.getByTestId('share-4').press('Enter');
    await addressLike(page, /p3\.share=50.*p4\.share=45/);
    await eventually(async () => assert.match(await text(page, 'ets'), /share 45/));
  },
  { path: '#/preset/ets?t=60us', context: { viewport: DESKTOP } },
);

pageTest(
  'flows are stopped and started at the cursor, and undo works',
  async (page) => {
    await settled(page, '60us');
    await page.getByTestId('flows').locator('summary').click();
    assert.equal(await page.getByTestId('flow-1').getAttribute('aria-label'), 'Stop storage');
    await page.getByTestId('flow-1').focus();
    await page.keyboard.press('Enter');
    await addressLike(page, /at=60us:stop=storage/);
    await eventually(async () => assert.equal(await text(page, 'flow-1'), 'Start'));
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.equal(await text(page, 'flow-1'), 'Stop'));
  },
  { path: '#/preset/ets?t=60us', context: { viewport: DESKTOP } },
);

pageTest(
  'warnings are counted at the top and follow a slider',
  async (page) => {
    await settled(page, '12us');
    assert.equal(await page.getByTestId('warnings').count(), 0);
    await page.getByTestId('value-headroom').fill('1k');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await text(page, 'warnings-count'), /warning/));
    const open = () => page.getByTestId('warnings').isVisible();
    assert.equal(await open(), false);
    await page.getByTestId('warnings-count').click();
    await eventually(async () => assert.match(await text(page, 'warnings'), /headroom/));
    assert.ok(await open());
    const list = await page.getByTestId('warnings').boundingBox();
    const counts = await page.locator('.counts').boundingBox();
    assert.ok(counts.x + counts.width <= list.x, 'the counts stay in sight');
    await page.keyboard.press('Escape');
    assert.equal(await open(), false);
    await page.getByTestId('warnings-count').click();
    assert.ok(await open());
    await page.getByTestId('narrator').click();
    assert.equal(await open(), false);
  },
  { path: '#/preset/pause?t=12us', context: { viewport: DESKTOP } },
);

for (const colorScheme of ['light', 'dark']) {
  pageTest(
    `axe finds nothing serious inside a switch, ${colorScheme}`,
    async (page) => {
      await settled(page, '20us');
      for (const tab of ['view-islip', 'view-ets', 'view-waits', 'view-frame', 'view-buffers']) {
        await page.getByTestId(tab).click();
        await page.waitForTimeout(150);
        const { violations } = await new AxeBuilder({ page }).include('.inspector').analyze();
        const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const list = bad.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} ${target} ${any[0]?.message ?? ''}`));
        assert.deepEqual(list, [], tab);
      }
    },
    { path: CROSSBAR, context: { colorScheme, viewport: DESKTOP } },
  );
}

pageTest(
  'a followed frame shows its latency by hop and the decisions of the switch',
  async (page) => {
    await settled(page, '20us');
    await page.getByTestId('frame-flow').selectOption('0');
    await page.getByTestId('waterfall').waitFor();
    assert.match(await text(page, 'frame-sentence'), /^Frame \d+ of “h2 to h1” took .* from its/);
    const total = await text(page, 'waterfall-total');
    assert.ok((await text(page, 'frame-sentence')).includes(total), total);
    assert.equal(await page.getByTestId('waterfall').locator('li').count(), 2, 'h2 and s1');
    assert.match(await text(page, 'decisions'), /admitted at s1\.1 P3/);
    await page.evaluate(() => {
      location.hash = '#/preset/incast?headroom=0&t=60us&tab=frame';
    });
    await settled(page, '60us');
    await page.getByTestId('frame-lost').click();
    await eventually(async () => assert.match(await text(page, 'frame-sentence'), /was lost/));
    assert.match(await text(page, 'decisions'), /dropped at .*headroom 0 of 0.B/);
  },
  { path: `${CROSSBAR}&tab=frame`, context: { viewport: DESKTOP } },
);

pageTest(
  'X moves to a drop and follows its frame, and so does a cross on the time line',
  async (page) => {
    await settled(page, '20us');
    await page.keyboard.press('x');
    await eventually(async () => assert.match(await text(page, 'frame-sentence'), /was lost/));
    const [before, clock] = [await text(page, 'frame-sentence'), await text(page, 'clock')];
    const line = await page.locator('.scrub .marks').boundingBox();
    const ends = Number((await page.getByTestId('scrub').getAttribute('aria-valuetext')).match(/of ([\d.]+)us/)[1]);
    const [, shown] = /--to:([\d.]+)/.exec(await page.getByTestId('overview-window').getAttribute('style'));
    // Drops begin soon after the start, so the first cross is left of the middle.
    await page.mouse.click(line.x + (line.width * 8) / (ends * Number(shown)), line.y + line.height / 2);
    await eventually(async () => assert.notEqual(await text(page, 'clock'), clock));
    await eventually(async () => {
      const sentence = await text(page, 'frame-sentence');
      assert.notEqual(sentence, before);
      assert.match(sentence, /was lost/);
    });
  },
  { path: '#/preset/incast?headroom=0&t=20us', context: { viewport: DESKTOP } },
);

pageTest(
  'a frame in flight shows its latency so far, with the cursor on its strips',
  async (page) => {
    await settled(page, '20us');
    await page.getByTestId('frame-flow').selectOption('0');
    await page.getByTestId('waterfall').waitFor();
    // The frame takes some microseconds, so just before its delivery it is still under way.
    await page.getByTestId('scrub').fill('7600');
    await eventually(async () => assert.match(await text(page, 'frame-sentence'), /is under way: .* so far/));
    assert.match(await text(page, 'waterfall-now'), /the cursor/);
  },
  { path: `${CROSSBAR}&tab=frame`, context: { viewport: DESKTOP } },
);

pageTest(
  'a link restores the followed frame and its fate',
  async (page) => {
    await settled(page, '20us');
    await page.getByTestId('frame-lost').click();
    await eventually(async () => assert.match(await text(page, 'frame-sentence'), /was lost/));
    const [fate, decisions] = [await text(page, 'frame-sentence'), await text(page, 'decisions')];
    const link = await addressLike(page, /[?&]frame=\d+\.\d+/);
    const other = await page.context().newPage();
    await other.goto(new URL(link, url).href);
    await eventually(async () => assert.equal(await text(other, 'frame-sentence'), fate));
    assert.equal(await text(other, 'decisions'), decisions);
    assert.equal(await address(other), link);
    await other.getByTestId('frame-flow').selectOption('0');
    await addressLike(other, /[?&]frame=0\.\d+/);
    const falls = await other.getByTestId('waterfall').textContent();
    await page.goto(new URL(await address(other), url).href);
    await eventually(async () => assert.equal(await page.getByTestId('waterfall').textContent(), falls));
    await other.close();
  },
  { path: '#/preset/incast?headroom=0&t=20us&tab=frame', context: { viewport: DESKTOP } },
);

pageTest(
  'on a phone one pane at a time has space',
  async (page) => {
    await settled(page, '12us');
    for (const [tab, pane] of [['tab-inspect', '.inspector'], ['tab-chart', '.chart'], ['tab-tune', '.params']]) {
      await page.getByTestId(tab).click();
      const { height } = await page.locator(pane).boundingBox();
      assert.ok(height >= 260, `${pane} has ${height}`);
      const others = ['.inspector', '.chart', '.params'].filter((other) => other !== pane);
      for (const other of others) {
        assert.equal(await page.locator(other).isVisible(), false, other);
      }
    }
    const fabric = await page.getByTestId('fabric-canvas').boundingBox();
    assert.ok(fabric.height >= 150, `the fabric has ${fabric.height}`);
  },
  { path: '#/preset/pause?t=12us', context: { viewport: { width: 390, height: 844 } } },
);

pageTest(
  'ports that no flow uses are counted in a sentence, and the legend has the wires of a match',
  async (page) => {
    await page.getByText('4 inputs and 4 outputs are left out: no flow uses them.').first().waitFor();
    const names = await page.locator('.legend .term').allTextContents();
    for (const name of ['Request', 'Grant', 'Match', 'Grant pointer', 'Accept pointer']) assert.ok(names.includes(name), `${name}: ${names}`);
  },
  { path: '#/preset/islip-pointers?t=20us&run=0', context: { viewport: { width: 1440, height: 900 } } },
);

pageTest(
  'the long name of a host stands whole before its lane',
  async (page) => {
    await page.locator('.lanes .lane .name bdi', { hasText: /^storage$/ }).waitFor();
  },
  { path: '#/preset/ets-lend?t=120us&run=0', context: { viewport: { width: 1440, height: 900 } } },
);
