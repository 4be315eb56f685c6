// Measures how fast the page moves the cursor, and the speed of the workloads in wasm and natively. `cargo
// xtask bench-web` builds the programs and sets their paths in environment variables.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

import { chromium } from 'playwright-core';

import { budgets, lines } from './budgets.mjs';
import { painting } from './painting.mjs';

const { FABRIC_URL, FABRIC_CHROMIUM, FABRIC_CLI, FABRIC_BENCH, FABRIC_BENCH_URL, FABRIC_BENCH_RUNS } = process.env;
const json = process.argv.includes('--json');
const runs = Number(FABRIC_BENCH_RUNS ?? 3);

/** Number of cursor moves, and of steps back, that are measured. */
const CURSORS = 60;

const browser = await chromium.launch({ executablePath: FABRIC_CHROMIUM, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

const spread = (all) => {
  const sorted = all.toSorted((a, b) => a - b);
  return { count: sorted.length, median_ms: sorted[sorted.length >> 1], max_ms: sorted.at(-1) };
};

/**
 * Milliseconds from a move of the slider, or a key, until the clock shows the new time. They include the wait
 * for the next video frame.
 */
async function cursor() {
  await page.goto(new URL('#/preset/incast?run=0', FABRIC_URL).href);
  await page.getByTestId('play').waitFor();
  // After the end of the run was shown, all checkpoints of the run exist.
  await page.keyboard.press('End');
  const horizon = await page.evaluate(() => new Fabric('preset:incast').document().horizon);
  const end = Number(/^([\d.]+)us$/.exec(horizon)[1]);
  await page.waitForFunction((end) => document.querySelector('[data-testid=clock]').textContent.startsWith(`${end}.000`), end);
  await page.waitForTimeout(1000);
  const seeks = await page.evaluate(
    async ({ end, count }) => {
      const clock = document.querySelector('[data-testid=clock]');
      const slider = document.querySelector('[data-testid=scrub]');
      const times = [];
      // Small random generator with a fixed seed, so that all machines move to the same cursors.
      let seed = 12345;
      const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
      for (let n = 0; n < count; n += 1) {
        const place = Math.floor(random() * 10000);
        const expected = `${((end * place) / 10000).toFixed(6)} µs`;
        const from = performance.now();
        slider.value = String(place);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        while (clock.textContent !== expected) {
          if (performance.now() - from > 10000) throw new Error(`${clock.textContent} is not ${expected}`);
          await new Promise(requestAnimationFrame);
        }
        times.push(performance.now() - from);
      }
      return times;
    },
    { end, count: CURSORS },
  );
  // Step back by one event, and wait until the exact time changes. The page writes it at most ten times a
  // second.
  const steps = await page.evaluate(async (count) => {
    const exact = () => document.querySelector('[data-testid=clock]').title;
    const slider = document.querySelector('[data-testid=scrub]');
    slider.value = '5000';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const times = [];
    for (let n = 0; n < count; n += 1) {
      const before = exact();
      const from = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: ',', bubbles: true }));
      while (exact() === before) {
        if (performance.now() - from > 10000) throw new Error(`it stays at ${before}`);
        await new Promise(requestAnimationFrame);
      }
      times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return times;
  }, CURSORS);
  return { seek: spread(seeks), step_back: spread(steps) };
}

/**
 * Runs a workload for 4 s before it is measured. The engine first compiles the code quickly, and better in
 * the background. A running call never changes to the better code, so several calls are needed.
 */
function warm(bench, name, runs) {
  const until = performance.now() + 4000;
  do bench(name, 1);
  while (performance.now() < until);
  return bench(name, runs);
}

/** Runs a workload natively, in Node.js and in Chromium, one after the other. */
async function beside(name) {
  const native = JSON.parse(execFileSync(FABRIC_CLI, ['bench', name, '--json', '--runs', String(runs)], { encoding: 'utf8' }));
  const code = `const { bench } = require(${JSON.stringify(FABRIC_BENCH)}); process.stdout.write((${warm})(bench, ${JSON.stringify(name)}, ${runs}));`;
  // A process for each workload, because wasm memory never shrinks.
  const node = JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }));
  const tab = await browser.newPage();
  const program = new URL('fabric_bench_web.js', FABRIC_BENCH_URL).href;
  await tab.addInitScript(`window.warm = ${warm}`);
  // Open any file of the server, because the import must come from the same origin.
  await tab.goto(program);
  const chrome = JSON.parse(
    await tab.evaluate(
      async ({ name, runs, program }) => {
        const { default: init, bench } = await import(program);
        await init();
        return window.warm(bench, name, runs);
      },
      { name, runs, program },
    ),
  );
  await tab.close();
  return { native, node, chromium: chrome };
}

const results = {
  cursor: await cursor(),
  page: await budgets(browser, FABRIC_URL),
  painting: await painting(browser, FABRIC_URL, FABRIC_CLI),
  workloads: {},
};
const { workloads } = createRequire(import.meta.url)(FABRIC_BENCH);
for (const name of workloads()) {
  results.workloads[name] = await beside(name);
}
await browser.close();

if (json) {
  console.log(JSON.stringify(results, null, 2));
} else {
  const row = (...cells) => console.log(cells.map((cell, n) => (n === 0 ? String(cell).padEnd(18) : String(cell).padStart(12))).join(''));
  row('incast', 'median ms', 'max ms', 'of');
  for (const [name, { count, median_ms: median, max_ms: max }] of Object.entries(results.cursor)) {
    row(name, median.toFixed(1), max.toFixed(1), count);
  }
  console.log();
  const wide = (what, figure, goal) => console.log(what.padEnd(44) + figure.padStart(14) + goal.padStart(12));
  wide('the page', 'measured', 'goal');
  lines(results.page).forEach((line) => wide(...line));
  console.log();
  row('painting', 'pictures/s', 'moves/s');
  for (const [name, { pictures_per_s: pictures, moves_per_s: moves }] of Object.entries(results.painting)) {
    row(name, pictures.toFixed(1), moves.toFixed(1));
  }
  console.log();
  const cells = (...all) => console.log(all.map((cell, n) => (n < 2 ? String(cell).padEnd(15 - 5 * n) : String(cell).padStart(11))).join(''));
  cells('workload', 'where', 'hops', 'events', 'wall s', 'million', 'a second', 'bare loop', 'ratio', 'of native', 'MB*', 'sim ms', 'pauses', 'drops');
  for (const [name, places] of Object.entries(results.workloads)) {
    const rate = (one) => one[`${one.unit}_per_s`];
    for (const [place, one] of Object.entries(places)) {
      cells(
        name, place, one.hops, one.events, one.wall_s.toFixed(3), one.unit, (rate(one) / 1e6).toFixed(2),
        (one[`yardstick_${one.unit}_per_s`] / 1e6).toFixed(2), one.ratio.toFixed(2),
        (rate(one) / rate(places.native)).toFixed(2), (one.heap_peak_bytes / 1e6).toFixed(1),
        (one.finished_ps / 1e9).toFixed(3), one.pauses, one.drops,
      );
    }
  }
  console.log('* natively the most on the heap at once; in wasm all memory of the program, which never gives any back');
  console.log();
  cells('incast', 'where', 'bytes*', 'make us', 'go on us', 'seek ms', 'longest', 'back ms', 'longest');
  const { clone, seek } = results.workloads;
  for (const [place, one] of Object.entries(clone)) {
    const times = [seek[place].anywhere_median_ms, seek[place].anywhere_slowest_ms, seek[place].back_median_ms, seek[place].back_slowest_ms];
    cells('incast', place, one.most_beside_frames, one.slowest_us.toFixed(1), one.back_slowest_us.toFixed(1), ...times.map((ms) => ms.toFixed(2)));
  }
  console.log('* of a checkpoint, at most, beside 40 for each frame');
}
