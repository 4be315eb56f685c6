// Functions with which the tests of the page read its state and operate it.
import assert from 'node:assert/strict';

/** Address of the first preset, paused at 12 µs, after the first pauses were sent. */
export const PAUSED_LINK = '#/preset/pause?t=12us';

export const text = (page, id) => page.getByTestId(id).textContent();

/** Address of the page, from `#` on. */
export const address = (page) => page.evaluate(() => location.hash);

/** Time and counts that the page shows, read at the same moment. */
export function shown(page) {
  return page.evaluate(() => {
    const at = (id) => document.querySelector(`[data-testid="${id}"]`);
    const count = (id) => Number(at(`count-${id}`).textContent);
    return { moment: at('clock').title, pauses: count('pauses'), marks: count('marks'), drops: count('drops') };
  });
}

/**
 * Calls `check` until it does not throw, and returns its result. After `patience` milliseconds, throws the
 * error of `check`. Repeated calls are needed because the page writes texts only ten times a second.
 */
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

/** Waits until the page shows the time `moment`. Returns the result of `shown`. */
export function settled(page, moment) {
  return eventually(async () => {
    const now = await shown(page);
    assert.ok(now.moment.startsWith(`${moment} ·`), `${now.moment} is not ${moment}`);
    return now;
  });
}

/**
 * Presses the mouse button on the centre of an element and returns the point. Repeats the press until the
 * element is active, because marks can move when their axis changes.
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

/** Waits for an address that matches `pattern`, and returns the address. */
export function addressLike(page, pattern) {
  return eventually(async () => {
    const now = await address(page);
    assert.match(now, pattern);
    return now;
  });
}

/** Waits until the page has written its own address for the opened preset, and returns the address. */
export const written = (page) => addressLike(page, /&hash=\w/);

/**
 * State at the time in the address, computed by the class `Fabric` in the console of the page. Has the fields
 * of `shown`.
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
