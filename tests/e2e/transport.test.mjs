// Tests of play, pause, steps, the time slider and the speed.
import assert from 'node:assert/strict';

import { PAUSED_LINK, address, addressLike, eventually, recomputed, settled, shown, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const label = (page) => page.getByTestId('play').getAttribute('aria-label');

async function moves(page) {
  const before = await text(page, 'clock');
  await eventually(async () => assert.notEqual(await text(page, 'clock'), before));
}

async function stands(page) {
  const before = await shown(page);
  await page.waitForTimeout(250);
  assert.deepEqual(await shown(page), before);
}

pageTest('the button and the space bar play and stand still', async (page) => {
  await moves(page);
  assert.equal(await label(page), 'Pause');
  await page.getByTestId('play').click();
  assert.equal(await label(page), 'Play');
  await stands(page);
  await page.getByTestId('title').click();
  await page.keyboard.press(' ');
  assert.equal(await label(page), 'Pause');
  await moves(page);
  await page.keyboard.press(' ');
  assert.equal(await label(page), 'Play');
  await stands(page);
});

pageTest(
  'steps forward are undone by as many steps back',
  async (page) => {
    const moments = [await settled(page, '12us')];
    for (let n = 0; n < 6; n += 1) {
      const { moment } = moments.at(-1);
      await page.keyboard.press('.');
      await eventually(async () => assert.notEqual((await shown(page)).moment, moment));
      moments.push(await shown(page));
    }
    const events = moments.map(({ moment }) => Number(/event (\d+)$/.exec(moment)[1]));
    assert.deepEqual(events, events.map((_, n) => events[0] + n), 'one event each');
    // The address changes a moment later.
    await eventually(async () => assert.deepEqual(await recomputed(page), moments.at(-1)));
    // A step back leads to an event, never to a time between two events.
    for (const before of moments.slice(1, -1).toReversed()) {
      await page.keyboard.press(',');
      await eventually(async () => assert.deepEqual(await shown(page), before));
    }
  },
  { path: PAUSED_LINK },
);

/** Nanoseconds of a time as the page writes it: `12us`, `10078.125ns`. */
function nanoseconds(moment) {
  const [, number, unit] = moment.match(/^([0-9.]+)(ps|ns|us)$/);
  return Number(number) * { ps: 1e-3, ns: 1, us: 1e3 }[unit];
}

pageTest(
  'dragging the time line shows the state of the run at that time',
  async (page) => {
    let before = (await settled(page, '12us')).moment;
    const scrub = page.getByTestId('scrub');
    const first = [];
    for (const place of ['7500', '2500', '5000']) {
      await scrub.fill(place);
      await eventually(async () => assert.notEqual((await shown(page)).moment, before));
      // The address has the new time when the seek is complete.
      const moment = (await shown(page)).moment.split(' ')[0];
      await addressLike(page, new RegExp(`t=${moment.replace('.', '[.]')}[&.]`));
      const here = await settled(page, moment);
      assert.deepEqual(await recomputed(page), here);
      first.push([place, moment, here]);
      before = here.moment;
    }
    const [late, early, middle] = first.map(([, moment]) => nanoseconds(moment));
    assert.ok(Math.abs(late - 3 * early) < 1 && Math.abs(middle - 2 * early) < 1, `${late} ${early} ${middle}`);
    for (const [place, moment, here] of first) {
      await scrub.fill(place);
      assert.deepEqual(await settled(page, moment), here);
    }
  },
  { path: PAUSED_LINK },
);

pageTest(
  'home, end and the next pause',
  async (page) => {
    await settled(page, '12us');
    await page.keyboard.press('Home');
    const start = await settled(page, '0s');
    assert.deepEqual([start.pauses, start.drops], [0, 0]);
    await page.keyboard.press('j');
    await eventually(async () => assert.equal((await shown(page)).pauses, 1));
    await eventually(async () => assert.match(await text(page, 'narrator'), /^s1 sends h[12] a pause of priority 3/));
    await page.keyboard.press('End');
    const end = await settled(page, '40us');
    assert.ok(end.pauses > 1);
  },
  { path: PAUSED_LINK },
);

pageTest(
  'from event to event and back, by keys and by the menu',
  async (page) => {
    await settled(page, '12us');
    const moment = async () => (await shown(page)).moment;
    const goes = async (way) => {
      const before = await moment();
      await way();
      await eventually(async () => assert.notEqual(await moment(), before));
      return moment();
    };
    for (const key of ['j', 'q', 'n']) {
      const first = await goes(() => page.keyboard.press(key));
      await goes(() => page.keyboard.press(key));
      assert.equal(await goes(() => page.keyboard.press(`Shift+${key.toUpperCase()}`)), first, key);
    }
    await page.keyboard.press('Home');
    await settled(page, '0s');
    await page.keyboard.press('g');
    await page.getByTestId('jumps-menu').waitFor({ state: 'visible' });
    const level = page.getByTestId('jump-above');
    await level.fill('lots');
    await level.press('Enter');
    await page.getByTestId('jumps-menu').getByRole('alert').waitFor();
    await level.fill('5k');
    await goes(() => level.press('Enter'));
    await goes(() => page.getByTestId('next-pause').click());
    await page.keyboard.press('Escape');
    await page.getByTestId('jumps-menu').waitFor({ state: 'hidden' });
  },
  { path: PAUSED_LINK },
);

pageTest('speed is set by slider and keys, is carried by the address, and events can pace it', async (page) => {
  await moves(page);
  await page.getByTestId('pace-time').click();
  const before = await text(page, 'speed-value');
  await page.keyboard.press(']');
  await eventually(async () => assert.notEqual(await text(page, 'speed-value'), before));
  await addressLike(page, /speed=/);
  const faster = await text(page, 'speed-value');
  await page.getByTestId('speed').focus();
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => assert.notEqual(await text(page, 'speed-value'), faster));
  await page.getByTestId('pace-events').click();
  await eventually(async () => assert.match(await text(page, 'speed-value'), /a second/));
  await moves(page);
  assert.match(await address(page), /^#\/preset\/pause/);
});

pageTest(
  'full speed has no limit, and a link to its end shows the same state',
  async (page) => {
    await page.getByTestId('speed').focus();
    await page.keyboard.press('End');
    await eventually(async () => assert.match(await text(page, 'speed-value'), /full speed/));
    await page.getByTestId('play').click();
    const events = async () => Number(/event (\d+)/.exec((await shown(page)).moment)[1]);
    await eventually(async () => assert.ok((await events()) > 20_000), 20_000);
    await page.getByTestId('play').click();
    assert.equal(await label(page), 'Play');
    await stands(page);
    const before = await shown(page);
    assert.ok(before.pauses > 0, 'it has paused something');
    const time = /^\S+/.exec(before.moment)[0];
    const link = await addressLike(page, new RegExp(`t=${time.replaceAll('.', '\\.')}(&|\\+|$)`));
    // If the state of the link differed, the page would show a message.
    await page.goto('about:blank');
    await page.goto(new URL(link, process.env.FABRIC_URL).href);
    await eventually(async () => assert.deepEqual(await shown(page), before), 20_000);
    assert.equal(await page.getByTestId('error-bar').count(), 0);
  },
  { path: '#/preset/pause?run=0' },
);

pageTest(
  'at full speed the shown speed is the measured speed',
  async (page) => {
    await page.getByTestId('speed-reached').waitFor({ state: 'attached' });
    await page.evaluate(() => {
      window.seen = [];
      const look = () => {
        const words = document.querySelector('[data-testid=speed-reached]').textContent;
        if (words !== window.seen.at(-1)) window.seen.push(words);
      };
      new MutationObserver(look).observe(document.querySelector('[data-testid=speed-value]'), {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await page.getByTestId('speed').focus();
    await page.keyboard.press('End');
    await page.getByTestId('play').click();
    const seen = await eventually(async () => {
      const all = await page.evaluate(() => window.seen);
      assert.ok(all.filter((words) => /last second/.test(words)).length > 3, all.join(', '));
      return all;
    }, 20_000);
    const first = seen.findIndex((words) => /last second/.test(words));
    assert.equal(seen[first - 1], 'measuring…', seen.join(', '));
    assert.ok(seen.every((words) => /^(as fast as possible|measuring…|\d.* in the last second|.* slower)$/.test(words)), seen.join(', '));
  },
  { path: '#/preset/pause?run=0' },
);

for (const width of [1440, 390]) {
  pageTest(
    `the clock distinguishes events and has a fixed width at ${width} pixels`,
    async (page) => {
      await settled(page, '60us');
      const seen = [];
      const boxes = [];
      for (let n = 0; n < 12; n += 1) {
        const { moment } = await shown(page);
        await eventually(async () => {
          // `12505.818ns` and `12.505818 µs` are the same time.
          const ps = (words) => {
            const [, amount, unit] = /([\d.]+)\s*(ps|ns|us|µs|ms|s)/.exec(words);
            return Math.round(amount * { ps: 1, ns: 1e3, us: 1e6, 'µs': 1e6, ms: 1e9, s: 1e12 }[unit]);
          };
          assert.equal(ps(await text(page, 'clock')), ps(moment));
        });
        seen.push([moment.split(' ')[0], await text(page, 'clock')]);
        boxes.push(await page.getByTestId('clock').boundingBox());
        await page.keyboard.press('.');
        await eventually(async () => assert.notEqual((await shown(page)).moment, moment));
      }
      const times = new Set(seen.map(([moment]) => moment));
      assert.equal(new Set(seen.map(([, words]) => words)).size, times.size, seen.join('\n'));
      assert.equal(new Set(boxes.map((box) => `${box.x} ${box.width}`)).size, 1, JSON.stringify(boxes));
      assert.ok(boxes[0].x + boxes[0].width <= width, JSON.stringify(boxes[0]));
    },
    { path: '#/preset/incast?t=60us&horizon=1s', context: { viewport: { width, height: width > 700 ? 900 : 844 } } },
  );
}
