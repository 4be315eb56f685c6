// Measures the time that the page uses in the browser. The figures are printed beside their goals; no test
// checks them.
import { execFileSync } from 'node:child_process';

const VIEWPORT = { width: 1440, height: 900 };

/** Duration of each observation, in milliseconds. */
const WATCHED = 5000;

/**
 * Number of comparisons of the page at full speed with the simulator alone, without the page, and duration of
 * each comparison in milliseconds.
 */
const TURNS = 7;
const STRETCH = 1500;

/** Number of key presses that are measured. */
const PRESSES = 40;

/** Number of cold loads that are measured. */
const LOADS = 5;

/**
 * Workloads for the measurement at full speed, with the factor by which the bytes of each flow grow, so that
 * no flow ends.
 */
const HEAVY = [['w1', 400], ['w2', 400]];

/** Milliseconds after which a page that has shown no new event has failed. */
const PATIENCE = 10_000;

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

const spread = (all) => {
  const sorted = all.toSorted((a, b) => a - b);
  return { count: sorted.length, median: at(sorted, 0.5), p95: at(sorted, 0.95), max: sorted.at(-1) };
};

/**
 * Milliseconds of script in each video frame while `incast` plays, from the browser's trace: callbacks of
 * requestAnimationFrame and the effects that they cause. Layout and painting do not count.
 */
async function scriptOfFrames(browser, address, throttle) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(new URL('#/preset/incast?run=0', address).href);
  await page.getByTestId('play').waitFor();
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.keyboard.press(' ');
  // Wait until the code is compiled, because the first frames include the compilation.
  await page.waitForTimeout(2000);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.waitForTimeout(WATCHED);
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  await page.close();
  const callbacks = traceEvents.filter(({ name, ph }) => name === 'FireAnimationFrame' && ph === 'X');
  callbacks.sort((a, b) => a.ts - b.ts);
  const frames = [];
  let end = -Infinity;
  for (const { ts, dur } of callbacks) {
    // Callbacks of one frame follow each other within 1 ms. A later callback begins the next frame.
    if (ts - end > 1000) frames.push(0);
    frames[frames.length - 1] += dur / 1000;
    end = ts + dur;
  }
  return spread(frames);
}

/** Milliseconds from the start of a cold load until the page first reacts to a key. */
async function interactive(browser, address) {
  const times = [];
  for (let n = 0; n < LOADS; n += 1) {
    // A new context has no stored data and no compiled code.
    const context = await browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const press = () => {
        const clock = document.querySelector('[data-testid=clock]');
        const before = clock?.textContent;
        if (clock) window.dispatchEvent(new KeyboardEvent('keydown', { key: '.', bubbles: true }));
        setTimeout(() => {
          if (clock && clock.textContent !== before) window.answered = performance.now();
          else press();
        }, 5);
      };
      press();
    });
    await page.goto(new URL('#/preset/incast?run=0', address).href, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.answered);
    times.push(await page.evaluate(() => window.answered));
    await context.close();
  }
  return spread(times);
}

/** Document of the workload `name`, in which each flow has `times` times as many bytes. */
function longer([name, times]) {
  const printed = execFileSync(process.env.FABRIC_CLI, ['bench', name, '--document'], { encoding: 'utf8' });
  const document = JSON.parse(printed);
  for (const flow of document.flows) flow.size = flow.size.replace(/^\d+/, (count) => count * times);
  return JSON.stringify(document);
}

/**
 * Measures in the page how long a key that selects a priority takes: milliseconds from the time stamp of the
 * key event until the page shows the priority.
 */
function watchAnswers() {
  window.waits = [];
  let pressed;
  const shown = () => document.querySelector('.priorities [aria-pressed=true] .badge')?.textContent;
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      pressed = key === shown() ? undefined : { key, timeStamp };
    },
    true,
  );
  new MutationObserver(() => {
    if (pressed && shown() === pressed.key) {
      window.waits.push(performance.now() - pressed.timeStamp);
      pressed = undefined;
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

/**
 * Records in the page the duration of each long task, in milliseconds. During a task the browser cannot draw
 * a frame.
 */
function watchTasks() {
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration);
  }).observe({ type: 'longtask' });
}

/**
 * Measures the page at full speed: events per second, in absolute terms and relative to the simulator alone;
 * the delay of key presses; the number and duration of long tasks.
 */
async function atFullSpeed(browser, address, heavy) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(address);
  await page.getByTestId('play').waitFor();
  const document = longer(heavy);
  const link = await page.evaluate((document) => new Fabric(document).link(), document);
  await page.goto('about:blank');
  await page.goto(new URL(link, address).href);
  await page.getByTestId('speed').waitFor();
  await page.evaluate(() => {
    const slider = document.querySelector('[data-testid=speed]');
    slider.value = slider.max;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.evaluate(watchAnswers);
  const plays = async (expected) => {
    const label = await page.getByTestId('play').getAttribute('aria-label');
    if ((label !== 'Play') !== expected) await page.keyboard.press(' ');
  };
  await plays(true);
  await page.waitForTimeout(1000);
  // Measure page and simulator in turn and take the ratio of each turn, because other load on the machine
  // then affects both measurements.
  const turns = [];
  for (let n = 0; n < TURNS; n += 1) {
    const { rate, events } = await rateOf(page);
    await plays(false);
    turns.push([rate, await rateAlone(page, document, events)]);
    await plays(true);
  }
  await page.evaluate(watchTasks);
  await page.waitForTimeout(WATCHED);
  const tasks = await page.evaluate(() => window.tasks);
  for (let n = 0; n < PRESSES; n += 1) {
    await page.keyboard.press(n % 2 === 0 ? '6' : '3');
    await page.waitForTimeout(90);
  }
  const waits = await page.evaluate(() => window.waits);
  if (waits.length < PRESSES * 0.9) throw new Error(`only ${waits.length} of ${PRESSES} keys were answered`);
  await page.close();
  const middle = (of) => spread(turns.map(of)).median;
  return {
    events_per_s: middle(([rate]) => rate),
    bare_events_per_s: middle(([, bare]) => bare),
    ratio: middle(([rate, bare]) => rate / bare),
    waits_ms: spread(waits),
    busy_over_50_ms: tasks.length,
    busiest_ms: Math.max(0, ...tasks),
  };
}

/** Events per second of a page that plays, and the number of events that were counted. */
async function rateOf(page) {
  const events = () => page.evaluate(() => [performance.now(), Number(/event (\d+)/.exec(document.querySelector('[data-testid=clock]').title)[1])]);
  // Read the clock just after it has changed, because the page writes it only a few times a second.
  const [from, before] = await nextChange(page, events);
  await page.waitForTimeout(STRETCH);
  const [to, last] = await nextChange(page, events);
  return { rate: (1000 * (last - before)) / (to - from), events: last - before };
}

/**
 * Events per second of the simulator alone, in a call from the same page, over the first `events` events of
 * the run.
 */
async function rateAlone(page, document, events) {
  return page.evaluate(
    ({ document, events }) => {
      const fabric = new Fabric(document);
      const from = performance.now();
      fabric.runUntil('1s', events);
      const took = performance.now() - from;
      fabric.free();
      return (1000 * events) / took;
    },
    { document, events },
  );
}

/**
 * Calls `events` until its result differs from the first one, and returns the new result. Throws after
 * `PATIENCE` without a change.
 */
async function nextChange(page, events) {
  const [from, before] = await events();
  for (;;) {
    const now = await events();
    if (now[1] !== before) return now;
    if (now[0] - from > PATIENCE) throw new Error(`nothing has happened after event ${before}`);
    await page.waitForTimeout(4);
  }
}

/** Runs all measurements, one after the other. */
export async function budgets(browser, address) {
  const [script, throttled] = [await scriptOfFrames(browser, address, 1), await scriptOfFrames(browser, address, 4)];
  const loads = await interactive(browser, address);
  const full = {};
  for (const heavy of HEAVY) full[heavy[0]] = await atFullSpeed(browser, address, heavy);
  return { script_ms: script, script_throttled_ms: throttled, interactive_ms: loads, full_speed: full };
}

/** Lines of the table: measure, figure, goal. */
export function lines({ script_ms: script, script_throttled_ms: throttled, interactive_ms: loads, full_speed: full }) {
  const ms = (value) => `${value.toFixed(1)} ms`;
  return [
    ['script of a frame, incast plays, p95', ms(script.p95), '6 ms'],
    ['the same on a processor of a quarter, p95', ms(throttled.p95), '14 ms'],
    ['from a cold load to an answer, median', ms(loads.median), '1500 ms'],
    ['the same, longest', ms(loads.max), '1500 ms'],
    ...Object.entries(full).flatMap(([name, { ratio, waits_ms: waits, busiest_ms: busiest, busy_over_50_ms: over }]) => [
      [`${name} as fast as it goes, of the loop alone`, `${(100 * ratio).toFixed(0)} %`, '70 %'],
      ['meanwhile the answer to a key, median', ms(waits.median), '50 ms'],
      ['the same, longest', ms(waits.max), '50 ms'],
      ['meanwhile tasks of over 50 ms, the longest', over === 0 ? 'none' : `${over}, ${ms(busiest)}`, 'none'],
    ]),
  ];
}
