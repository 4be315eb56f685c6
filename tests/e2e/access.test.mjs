// Tests of access: keyboard without pointer, both themes, no overlapping texts.
import assert from 'node:assert/strict';

import { PAUSED_LINK, address, addressLike, eventually, settled, shown, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const DESKTOP = { width: 1440, height: 900 };
const SMALL = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

pageTest(
  'the theme is chosen by a button and remembered',
  async (page) => {
    const theme = () => page.locator('html').getAttribute('data-theme');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByTestId('theme').waitFor();
    assert.equal(await theme(), 'light');
    const light = await ground();
    await page.getByTestId('theme').click();
    assert.equal(await theme(), 'dark');
    assert.notEqual(await ground(), light);
    await page.reload();
    await page.getByTestId('theme').waitFor();
    assert.equal(await theme(), 'dark');
  },
  { context: { colorScheme: 'light' } },
);

/** Test id of the focused element; its text if it has no test id. */
const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) {
      return { name: 'body', ring: true };
    }
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    const name = element.dataset.testid ?? element.getAttribute('aria-label') ?? element.textContent.trim();
    return { name, ring: outlineStyle !== 'none' || boxShadow !== 'none' };
  });

pageTest(
  'every control gets focus with the tab key, and shows it',
  async (page) => {
    await settled(page, '12us');
    const order = [];
    const dim = [];
    for (let n = 0; n < 150; n += 1) {
      await page.keyboard.press('Tab');
      const { name, ring } = await focused(page);
      if (name === 'body' || (n > 0 && name === order[0])) {
        break;
      }
      order.push(name);
      if (!ring) {
        dim.push(name);
      }
    }
    for (const id of [
      'preset-menu', 'help', 'theme', 'incast', 'reset', 'from-now', 'from-start', 'param-find', 'param-xoff',
      'value-xoff', 'param-xon', 'param-headroom', 'param-alpha', 'param-kmin', 'param-kmax', 'param-pmax',
      'mark-xoff', 'play', 'home', 'step', 'step-back', 'end', 'scrub', 'speed', 'pace-time', 'pace-events',
    ]) {
      assert.ok(order.includes(id), `${id} is not among ${order.join(', ')}`);
    }
    assert.deepEqual(dim, [], 'no focus is seen');
    assert.equal(order[0], 'play', 'what stops the motion comes first');
  },
  { path: PAUSED_LINK, context: { viewport: DESKTOP } },
);

pageTest(
  'with the keyboard alone: choose a preset, stand still, step, set a value, open the outline',
  async (page) => {
    await settled(page, '12us');
    const to = async (id) => {
      for (let n = 0; n < 150; n += 1) {
        if ((await focused(page)).name === id) {
          return;
        }
        await page.keyboard.press('Tab');
      }
      assert.fail(`no way to ${id}`);
    };
    await to('preset-menu');
    await page.keyboard.press('ArrowDown');
    await eventually(async () => assert.equal(await page.getByTestId('preset-menu').inputValue(), 'incast'));
    await to('play');
    await page.keyboard.press('Enter');
    await addressLike(page, /^#\/preset\/incast\?.*t=/);
    await to('step');
    const before = await shown(page);
    await page.keyboard.press('Enter');
    await eventually(async () => assert.notEqual((await shown(page)).moment, before.moment));
    await to('mark-xoff');
    await page.keyboard.press('ArrowRight');
    await addressLike(page, /at=[^&]*xoff=/);
    await page.keyboard.press('/');
    assert.equal((await focused(page)).name, 'param-find');
    await page.keyboard.type('kmax');
    await eventually(async () => assert.equal(await page.getByTestId('param-xoff').isVisible(), false));
    assert.equal(await page.getByTestId('param-kmax').isVisible(), true);
    await to('Everything in words');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await text(page, 'outline'), /leaf1.*port 0 to h1/));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await addressLike(page, /sel=h1/);
    assert.equal(await text(page, 'selection'), 'h1');
  },
  { path: PAUSED_LINK, context: { viewport: DESKTOP } },
);

pageTest('events are announced to screen readers, not too often', async (page) => {
  const live = page.getByTestId('live');
  assert.equal(await live.getAttribute('aria-live'), 'polite');
  await page.evaluate(() => {
    globalThis.announcements = [];
    const live = document.querySelector('[data-testid=live]');
    new MutationObserver(() => announcements.push([performance.now(), live.textContent])).observe(live, {
      childList: true, characterData: true, subtree: true,
    });
  });
  await eventually(async () => assert.ok((await page.evaluate(() => announcements.length)) >= 2), 8000);
  const announcements = await page.evaluate(() => globalThis.announcements);
  for (let n = 1; n < announcements.length; n += 1) {
    assert.ok(announcements[n][0] - announcements[n - 1][0] > 1900, JSON.stringify(announcements));
  }
});

/** Visible texts that overlap, in pairs. */
const overlaps = (page) =>
  page.evaluate(() => {
    const clip = (box, element) => {
      let { left, top, right, bottom } = box;
      for (let above = element; above; above = above.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(above);
        const edge = above.getBoundingClientRect();
        if (overflowX !== 'visible') {
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        }
        if (overflowY !== 'visible') {
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        if (position === 'fixed') {
          break;
        }
      }
      return { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
    };
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const words = walker.currentNode.textContent.trim();
      const parent = walker.currentNode.parentElement;
      const hidden = parent.closest('.visually-hidden, script, style, option, dialog:not([open])');
      if (!words || hidden || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const rect of range.getClientRects()) {
        const box = clip(rect, parent);
        if (box.right - box.left > 1 && box.bottom - box.top > 1) {
          texts.push({ words, box, parent });
        }
      }
    }
    for (const field of document.querySelectorAll('input, select')) {
      // A transparent field has its text in an element over it.
      if (field.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
        const box = clip(field.getBoundingClientRect(), field.parentElement);
        if (box.right - box.left > 1 && box.bottom - box.top > 1) {
          texts.push({ words: field.dataset.testid ?? field.getAttribute('aria-label'), box, parent: field });
        }
      }
    }
    const found = [];
    texts.forEach((one, n) => {
      for (const other of texts.slice(n + 1)) {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // A line box is taller than its letters, so boxes that only touch do not count.
        if (one.parent !== other.parent && wide > 2 && high > 4) {
          found.push(`${one.words.slice(0, 40)} × ${other.words.slice(0, 40)} (${wide.toFixed()}×${high.toFixed()})`);
        }
      }
    });
    return found;
  });

for (const [name, viewport] of [['a desk', DESKTOP], ['a small desk', SMALL], ['a telephone', PHONE]]) {
  pageTest(
    `no text lies on another on ${name}, with every preset`,
    async (page) => {
      const options = page.getByTestId('preset-menu').locator('option');
      // The list is empty until the page has started.
      await options.nth(1).waitFor({ state: 'attached' });
      const names = await options.evaluateAll((all) => all.map((one) => one.value));
      for (const preset of names) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#/preset/${preset}?t=30us`);
        await settled(page, '30us');
        const panes = viewport === PHONE ? ['tab-inspect', 'tab-chart', 'tab-tune'] : ['title'];
        for (const pane of panes) {
          await page.getByTestId(pane).click();
          assert.deepEqual(await overlaps(page), [], `${preset}, ${pane}`);
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= viewport.width, `${preset} is ${wide} px wide`);
      }
      assert.ok((await address(page)).startsWith(`#/preset/${names.at(-1)}?`), 'the last preset is open');
    },
    { path: PAUSED_LINK, context: { viewport } },
  );
}
