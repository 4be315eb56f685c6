// Tests of the export menu: each file is read and compared with the output of the command line.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

import { eventually, settled, text } from './page-state.mjs';
import { fromEnvironment, pageTest } from './page.mjs';

const INCAST = '#/preset/incast?t=12.5us';

/** Output of the command line. */
const fabric = (...given) => execFileSync(fromEnvironment('FABRIC_CLI'), given, { encoding: 'utf8', maxBuffer: 1 << 28 });

/** Name and bytes of the file that the menu entry `id` downloads. */
async function file(page, id) {
  const download = page.waitForEvent('download');
  await page.getByTestId(`export-${id}`).click();
  const saved = await download;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

async function open(page) {
  await settled(page, '12.5us');
  await page.keyboard.press('e');
  await eventually(async () => assert.ok(await page.getByTestId('export-dialog').isVisible()));
}

/** Title and texts of an SVG. Throws if the SVG is not well formed. */
const texts = (page, svg) =>
  page.evaluate((source) => {
    const document = new DOMParser().parseFromString(source, 'image/svg+xml');
    const wrong = document.querySelector('parsererror');
    if (wrong || document.documentElement.localName !== 'svg') {
      throw new Error(wrong?.textContent ?? 'no SVG');
    }
    return [...document.querySelectorAll('title, text')].map((one) => one.textContent);
  }, svg);

pageTest(
  'pictures have the moment in their names, and a description',
  async (page) => {
    await open(page);
    const expected = { fabric: /^h1$/, queue: /Queue depth of .+, priority \d/, rates: / to h1/, lanes: /Pause lanes/ };
    for (const [what, words] of Object.entries(expected)) {
      const { name, bytes } = await file(page, `${what}-svg`);
      assert.equal(name, `incast-12.5us-${what}.svg`);
      const found = await texts(page, bytes.toString());
      assert.ok(found.some((one) => words.test(one)), `${what}: ${found.join(' | ')}`);
    }
    // A PNG has twice the size of the picture. The size of fabric and lanes depends on their contents.
    for (const [what, size] of Object.entries({ fabric: null, rates: [2400, 920], lanes: null, queue: [2400, 920] })) {
      const { name, bytes } = await file(page, `${what}-png`);
      assert.equal(name, `incast-12.5us-${what}.png`);
      assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
      const drawn = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      assert.ok(drawn.every((pixels) => pixels > 200), `${what}: ${drawn}`);
      assert.deepEqual(drawn, size ?? drawn);
    }
    assert.match(await text(page, 'export-status'), /incast-12\.5us-queue\.png: .+B\./);
  },
  { path: INCAST },
);

pageTest(
  'tables and traces are those of the command line',
  async (page) => {
    await open(page);
    await page.getByTestId('export-until').selectOption('now');
    const run = (...more) => fabric('run', 'preset:incast', '--until', '12.5us', ...more);
    const flows = await file(page, 'flows');
    assert.equal(flows.name, 'incast-12.5us-flows.csv');
    assert.equal(flows.bytes.toString(), run('--flows', '-'));
    await page.getByTestId('export-step').fill('1us');
    const series = await file(page, 'series');
    assert.equal(series.name, 'incast-12.5us-series.csv');
    assert.equal(series.bytes.toString(), run('--series', '1us'));
    const trace = await file(page, 'trace');
    assert.deepEqual(JSON.parse(trace.bytes), JSON.parse(run('--trace', '-')));
    const capture = await file(page, 'capture');
    const printed = execFileSync(fromEnvironment('FABRIC_CLI'), ['capture', 'preset:incast', '--until', '12.5us', '-o', '-'], { maxBuffer: 1 << 28 });
    assert.ok(capture.bytes.equals(printed), 'the capture is that of the command line');
    const report = JSON.parse((await file(page, 'report')).bytes);
    const there = JSON.parse(run('--json'));
    assert.deepEqual(report.fabric.pause_sent, there.fabric.pause_sent);
    assert.deepEqual(report.flows.map(({ name }) => name), there.flows.map(({ name }) => name));
    const saved = JSON.parse((await file(page, 'document')).bytes);
    assert.equal(saved.name, 'incast');
  },
  { path: INCAST },
);

pageTest(
  'a series that is too large is refused in one line, and the menu still works',
  async (page) => {
    await open(page);
    await page.getByTestId('export-until').selectOption('now');
    await page.getByTestId('export-step').fill('1ps');
    await page.getByTestId('export-series').click();
    await eventually(async () => assert.match(await text(page, 'export-status'), /^Not done: step: \d+ rows/));
    await page.getByTestId('export-step').fill('never');
    await page.getByTestId('export-series').click();
    await eventually(async () => assert.match(await text(page, 'export-status'), /^Not done: Step of the series is "never", but must be a time above 0/));
    await page.getByTestId('export-step').fill('');
    const { name } = await file(page, 'series');
    assert.equal(name, 'incast-12.5us-series.csv');
  },
  { path: INCAST },
);

pageTest(
  'the menu works by the keyboard alone, on a telephone, too',
  async (page) => {
    await open(page);
    const download = page.waitForEvent('download');
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press('Tab');
      const id = await page.evaluate(() => document.activeElement?.dataset.testid);
      if (id === 'export-lanes-svg') {
        break;
      }
    }
    await page.keyboard.press('Enter');
    assert.equal((await download).suggestedFilename(), 'incast-12.5us-lanes.svg');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels`);
    await page.keyboard.press('Escape');
    await eventually(async () => assert.ok(!(await page.getByTestId('export-dialog').isVisible())));
  },
  { path: INCAST, context: { viewport: { width: 390, height: 844 } } },
);
