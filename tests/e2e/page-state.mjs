// Functions with which the tests of the page read its state and act on it.
import assert from 'node:assert/strict';

/** Standing 12 µs into the first preset: pauses have been sent. */
export const STILL = '#/preset/pause?t=12us';

export const text = (page, id) => page.getByTestId(id).textContent();

/** The address from `#` on. */
export const address = (page) => page.evaluate(() => location.hash);

/** What the page shows of the run, read at one instant: the exact moment and the counts. */
export function shown(page) {
  return page.evaluate(() => {
    const at = (id) => document.querySelector(`[data-testid="${id}"]`);
    const count = (id) => Number(at(`count-${id}`).textContent);
    return { moment: at('clock').title, pauses: count('pauses'), marks: count('marks'), drops: count('drops') };
  });
}

/** Waits until `check` throws no more; words on the page come ten times a second. */
export async function eventually(check, patience = 20_000) {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** Waits until the page stands at the moment of its address, and gives what it shows. */
export function settled(page, moment) {
  return eventually(async () => {
    const now = await shown(page);
    assert.ok(now.moment.startsWith(`${moment} ·`), `${now.moment} is not ${moment}`);
    return now;
  });
}

/**
 * Presses the pointer on the middle of an element, and gives the point. The element may move
 * under way, as marks do when their axis changes: the press is repeated until the element has it.
 */
export function presses(page, id) {
  return eventually(async () => {
    const element = page.getByTestId(id);
    await page.mouse.up();
    const box = await element.boundingBox();
    const at = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(...at);
    await page.mouse.down();
    assert.ok(await element.evaluate((pressed) => pressed.matches(':active')), `${id} is not pressed`);
    return at;
  });
}

/** Waits for an address that matches `pattern`. */
export function addressLike(page, pattern) {
  return eventually(async () => {
    const now = await address(page);
    assert.match(now, pattern);
    return now;
  });
}

/** Waits until the address of a preset is what the page makes of it, not what was opened; gives it. */
export const written = (page) => addressLike(page, /&hash=\w/);

/**
 * What the class `Fabric` of the page's console has at the moment of the
 * address, in the words of `shown`.
 */
export function recomputed(page) {
  return page.evaluate(() => {
    const [time, nth = '0'] = new URLSearchParams(location.hash.split('?')[1].replace('+', '%2B')).get('t').split('+');
    const fabric = new Fabric(location.href);
    const [, number, unit] = /^([\d.]+)(\w+)$/.exec(time);
    const ps = Math.round(Number(number) * { ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 }[unit]);
    if (nth === '0') {
      fabric.runUntil(ps);
    } else {
      fabric.runUntil(ps - 1);
      for (let n = 0; n < Number(nth); n += 1) {
        fabric.step();
      }
    }
    const { time: now, events, totals } = fabric.snapshot();
    fabric.free();
    return {
      moment: `${now} · event ${events}`,
      pauses: totals.pause_sent,
      marks: totals.ecn_marked,
      drops: totals.dropped_frames,
    };
  });
}
