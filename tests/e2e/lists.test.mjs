// Tests of lists and menus with thousands of rows: only a few are in the page, but all can be reached.
import assert from 'node:assert/strict';

import { eventually, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const FLOWS = 4000;
const HOSTS = 64;
/** Largest number of rows of a list that are in the page. */
const MAX_ROWS = 60;

/** Document with `flows` flows between the hosts of one switch. */
const document = (flows) => {
  const hosts = Array.from({ length: HOSTS }, (_, n) => ({ name: `h${n}` }));
  const pair = (n) => [n % HOSTS, (n + 1 + Math.floor(n / HOSTS)) % HOSTS].map((host) => `h${host}`);
  return JSON.stringify({
    format: 1,
    model: 1,
    name: 'many',
    title: 'Many flows',
    hosts,
    switches: [{ name: 's1' }],
    links: hosts.map(({ name }) => ({ a: name, b: 's1', rate: '100G' })),
    flows: Array.from({ length: flows }, (_, n) => {
      const [from, to] = pair(n);
      return { name: `f${n}`, from, to, priority: 3, arrival: { constant: '10M' } };
    }),
  });
};

/** Opens a document with `flows` flows as a file. The run stays at its start. */
async function many(page, flows = FLOWS) {
  await page.getByTestId('play').waitFor();
  await page.keyboard.press('s');
  await page.getByTestId('open-file').setInputFiles({ name: 'many.json', mimeType: 'application/json', buffer: Buffer.from(document(flows)) });
  await eventually(async () => assert.equal(await page.getByTestId('preset-menu').locator('option').first().textContent(), 'Many flows'), 20_000);
}

const rows = (page) => page.getByTestId('flow-list').locator('li[aria-posinset]');
const frame = (page) => page.locator('.row-list', { has: page.getByTestId('flow-list') });

/** Opens the document and the list of flows. */
async function opened(page) {
  await many(page);
  await page.getByTestId('flows').locator('summary').click();
  await rows(page).first().waitFor();
}

/** Positions in the list, from 1, of the visible rows. */
const inView = (page) =>
  frame(page).evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    const seen = [...list.querySelectorAll('li[aria-posinset]')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.bottom > top + 1 && box.top < bottom - 1;
    });
    return seen.map((row) => Number(row.getAttribute('aria-posinset')));
  });

pageTest(
  'of thousands of flows few rows are in the page, each with its position, and scrolling shows all',
  async (page) => {
    await opened(page);
    assert.ok((await rows(page).count()) <= MAX_ROWS);
    assert.equal(await rows(page).first().getAttribute('aria-setsize'), String(FLOWS));
    for (const share of [0.25, 0.5, 1, 0]) {
      await frame(page).evaluate((list, share) => {
        list.scrollTop = share * (list.scrollHeight - list.clientHeight);
      }, share);
      await eventually(async () => {
        const seen = await inView(page);
        assert.ok(seen.length >= 6, `${seen.length} rows are in view`);
        assert.ok(Math.abs(seen[0] - 1 - share * FLOWS) < 20, `${seen[0]} at ${share}`);
        assert.deepEqual(seen, seen.map((_, n) => seen[0] + n), 'in order');
      });
      assert.ok((await rows(page).count()) <= MAX_ROWS);
    }
    // Small scroll steps skip no row and never scroll back.
    let last = (await inView(page))[0];
    for (let n = 0; n < 60; n += 1) {
      await frame(page).evaluate((list) => list.scrollBy(0, 100));
      await page.waitForTimeout(20);
      const [first] = await inView(page);
      assert.ok(first >= last && first <= last + 3, `${first} after ${last}`);
      last = first;
    }
  },
  { path: '#/preset/pause?run=0', context: { viewport: DESKTOP } },
);

pageTest(
  'a flow selected elsewhere is scrolled into view, and stays there while others change',
  async (page) => {
    await opened(page);
    await page.getByTestId('view-flow').click();
    await page.getByTestId('flow-choice-find').fill('f3210');
    await page.getByTestId('flow-choice-find').press('Enter');
    await eventually(async () => assert.ok((await inView(page)).includes(3211)));
    await eventually(async () => assert.equal(await page.getByTestId('flow-name-3210').getAttribute('aria-current'), 'true'));
    assert.equal(await page.getByTestId('flow-choice').inputValue(), '3210');
    assert.ok((await page.getByTestId('flow-choice').locator('option').count()) <= MAX_ROWS);
    const place = await inView(page);
    await page.getByTestId('play').click();
    await page.waitForTimeout(500);
    assert.deepEqual(await inView(page), place);
  },
  { path: '#/preset/pause?run=0', context: { viewport: DESKTOP } },
);

pageTest(
  'the keyboard selects the rows one by one, and a field finds some',
  async (page) => {
    await opened(page);
    await page.getByTestId('flow-name-0').focus();
    const reached = new Set();
    for (let n = 0; n < 240; n += 1) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => Number(document.activeElement.closest('[aria-posinset]')?.getAttribute('aria-posinset'))));
    }
    const places = [...reached].filter(Boolean);
    assert.ok(places.length > 75, `${places.length} rows`);
    assert.deepEqual(places, places.map((_, n) => n + 1), 'in order');
    // Keys scroll the focused list and have no other effect.
    await frame(page).focus();
    await page.keyboard.press('End');
    await eventually(async () => assert.ok((await inView(page)).includes(FLOWS)));
    await page.getByTestId('flow-find').fill('f39 9');
    await eventually(async () => assert.match(await text(page, 'flow-found'), /^\d+ of 4000$/));
    const names = await page.getByTestId('flow-list').locator('.name').allTextContents();
    assert.ok(names.length > 0 && names.every((name) => name.includes('f39') && name.includes('9')), names.join(' '));
    await page.getByTestId('flow-find').fill('no such flow');
    await eventually(async () => assert.match(await text(page, 'flow-found'), /No flow is called that/));
  },
  { path: '#/preset/pause?run=0', context: { viewport: DESKTOP } },
);

for (const viewport of [DESKTOP, { width: 390, height: 844 }]) {
  pageTest(
    `no list exceeds its limit of rows at ${viewport.width} pixels`,
    async (page) => {
      await many(page);
      if (viewport.width < 700) {
        await page.getByTestId('tab-inspect').click();
      }
      await page.getByTestId('outline').locator('summary').click();
      await eventually(async () => assert.match(await text(page, 'outline'), /port 0 to s1/));
      for (const tab of ['view-waits', 'view-frame', 'view-flow', 'view-buffers']) {
        await page.getByTestId(tab).click();
        await page.waitForTimeout(200);
        const long = await page.evaluate((most) => {
          const count = (of) => [...of.children].filter((child) => child.matches('li:not(.spacer), option, optgroup')).length;
          return [...document.querySelectorAll('ul, ol, select')].filter((list) => count(list) > most).map((list) => list.outerHTML.slice(0, 200));
        }, MAX_ROWS);
        assert.deepEqual(long, [], tab);
      }
      // The page still draws pictures and texts with thousands of flows.
      await page.getByTestId('play').click();
      const pictures = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const from = performance.now();
            let count = 0;
            const next = () => {
              count += 1;
              if (performance.now() - from > 3000) resolve((1000 * count) / (performance.now() - from));
              else requestAnimationFrame(next);
            };
            requestAnimationFrame(next);
          }),
      );
      assert.ok(pictures > 10, `${pictures.toFixed(1)} pictures a second`);
    },
    { path: '#/preset/pause?run=0', context: { viewport } },
  );
}
