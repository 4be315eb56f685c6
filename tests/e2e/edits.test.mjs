// Tests of triggers, sliders, and the links that contain their edits.
import assert from 'node:assert/strict';

import { PAUSED_LINK, address, addressLike, eventually, recomputed, settled, shown, text, written } from './page-state.mjs';
import { pageTest, url } from './page.mjs';

/** Opens the address of `page` in another page. Both pages must show the computed state of its document. */
async function opensTheSame(page, moment) {
  const [link, here] = [await address(page), await recomputed(page)];
  assert.ok(here.moment.startsWith(`${moment} ·`), here.moment);
  const showsIt = (which) => eventually(async () => assert.deepEqual(await shown(which), here));
  // After an edit that does not move the cursor, the page shows the new counts a moment later.
  await showsIt(page);
  const value = await page.getByTestId('value-xoff').inputValue();
  const other = await page.context().newPage();
  await other.goto(new URL(link, url).href);
  await showsIt(other);
  assert.equal(await other.getByTestId('value-xoff').inputValue(), value);
  await eventually(async () => assert.equal(await address(other), link));
  await other.close();
}

pageTest(
  'the XOFF slider acts from now: a timed action in the address',
  async (page) => {
    await settled(page, '12us');
    const value = await page.getByTestId('value-xoff').inputValue();
    await page.getByTestId('param-xoff').focus();
    await page.keyboard.press('ArrowRight');
    const link = await addressLike(page, /[?&]at=12us:xoff=[\d.]+k?(&|$)/);
    assert.notEqual(await page.getByTestId('value-xoff').inputValue(), value);
    assert.doesNotMatch(link, /[?&]xoff=/);
    await opensTheSame(page, '12us');
    // The edit changes the run from the time of the edit on.
    await page.getByTestId('go-to').fill('18us');
    await page.keyboard.press('Enter');
    const changed = await settled(page, '18us');
    await addressLike(page, /t=18us/);
    await opensTheSame(page, '18us');
    await page.goto(new URL('#/preset/pause?t=18us', url).href);
    await eventually(async () => assert.notDeepEqual(await settled(page, '18us'), changed));
  },
  { path: PAUSED_LINK },
);

pageTest(
  'the XOFF slider acts from the start: a parameter in the address, the same moment',
  async (page) => {
    const before = await settled(page, '12us');
    await page.getByTestId('from-start').click();
    await page.getByTestId('value-xoff').fill('6k');
    await page.keyboard.press('Enter');
    const link = await addressLike(page, /^#\/preset\/pause\?.*xoff=6k/);
    assert.doesNotMatch(link, /at=/);
    await eventually(async () => {
      const { moment, pauses } = await settled(page, '12us');
      assert.ok(pauses > before.pauses, `${pauses} pauses at ${moment}`);
    });
    await opensTheSame(page, '12us');
  },
  { path: PAUSED_LINK },
);

pageTest(
  'incast makes every other host send at once, and raises the counts',
  async (page) => {
    const before = await settled(page, '5us');
    assert.equal(before.pauses, 0);
    await page.getByTestId('incast').click();
    await addressLike(page, /at=5us:incast=sink:64k/);
    await page.getByTestId('scrub').fill('4000');
    const after = await settled(page, '20us');
    assert.ok(after.pauses > 0, 'without it there is none before 20 µs');
    await addressLike(page, /t=20us/);
    await opensTheSame(page, '20us');
  },
  { path: '#/preset/victim?t=5us' },
);

pageTest(
  'reset removes the edits of the open preset; undo restores them',
  async (page) => {
    await settled(page, '12us');
    const preset = await page.getByTestId('preset-menu').inputValue();
    await page.getByTestId('incast').click();
    await addressLike(page, /incast=/);
    await page.getByTestId('reset').click();
    await addressLike(page, /^#\/preset\/incast(\?(?!.*at=).*)?$/);
    assert.equal(await page.getByTestId('preset-menu').inputValue(), preset);
    await eventually(async () => assert.equal(await page.getByTestId('play').getAttribute('aria-label'), 'Pause'));
    await page.getByTestId('undo').click();
    await addressLike(page, /incast=/);
    await page.getByTestId('redo').click();
    await eventually(async () => assert.doesNotMatch(await address(page), /at=/));
  },
  { path: '#/preset/incast?t=12us' },
);

pageTest(
  'a value that breaks a rule is refused beside its field, and a slider stops at a related value',
  async (page) => {
    await settled(page, '12us');
    const value = (id) => page.getByTestId(id).inputValue();
    const [here, xoff, xon] = [await written(page), await value('value-xoff'), await value('value-xon')];
    await page.getByTestId('value-xon').fill('20k');
    await page.keyboard.press('Enter');
    await eventually(async () => {
      assert.match(await text(page, 'refusal-xon'), /Not done: XON 20\.0.kB is above the XOFF threshold 12\.0.kB/);
    });
    assert.deepEqual([await value('value-xoff'), await value('value-xon')], [xoff, xon]);
    assert.equal(await page.getByTestId('error-bar').count(), 0);
    assert.equal(await address(page), here);
    await page.getByTestId('param-xon').focus();
    await page.keyboard.press('End');
    await eventually(async () => assert.match(await text(page, 'refusal-xon'), /^XON can’t exceed XOFF \(12\.0.kB\)\.$/));
    assert.deepEqual([await value('value-xoff'), await value('value-xon')], [xoff, xoff]);
    await addressLike(page, /xon=12k/);
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.equal(await text(page, 'refusal-xon'), ''));
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a refusal has the label of the slider, and no path',
  async (page) => {
    await settled(page, '12us');
    for (const [name, value, words] of [
      ['xoff', 'much', /^Not done: XOFF threshold is much, but must be/],
      ['xon', '90M', /^Not done: XON .* is above /],
    ]) {
      await page.getByTestId(`value-${name}`).fill(value);
      await page.keyboard.press('Enter');
      await eventually(async () => assert.match(await text(page, `refusal-${name}`), words));
      assert.doesNotMatch(await text(page, `refusal-${name}`), /params|actions|set\.|\[|_/);
    }
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a parameter that acts from the start only is found from now on, with a note',
  async (page) => {
    await settled(page, '12us');
    await page.keyboard.press('/');
    await page.getByTestId('param-cable').waitFor({ state: 'hidden' });
    await page.keyboard.type('cable');
    await page.getByTestId('param-cable').waitFor();
    assert.match(await text(page, 'late-cable'), /restarts the run/);
    assert.equal(await page.getByTestId('from-now').getAttribute('aria-pressed'), 'true');
    await page.getByTestId('value-cable').fill('40m');
    await page.keyboard.press('Enter');
    await addressLike(page, /[?&]cable=40m/);
    await eventually(async () => assert.equal(await page.getByTestId('from-start').getAttribute('aria-pressed'), 'true'));
    assert.equal(await page.getByTestId('late-cable').count(), 0);
    await page.getByTestId('param-find').fill('no such thing');
    await eventually(async () => assert.match(await page.locator('.params .no-results').textContent(), /No parameter/));
  },
  { path: PAUSED_LINK },
);

pageTest(
  'undo acts on the focused text field, and on the document after its value is taken',
  async (page) => {
    await settled(page, '12us');
    await page.getByTestId('value-xoff').fill('30k');
    await page.keyboard.press('Enter');
    const edited = await addressLike(page, /at=12us:xoff=30k.*&hash=/);
    await page.getByTestId('param-find').pressSequentially('kmaxx');
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.notEqual(await page.getByTestId('param-find').inputValue(), 'kmaxx'));
    assert.equal(await address(page), edited);
    await page.getByTestId('param-find').fill('');
    await page.getByTestId('title').click();
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.doesNotMatch(await address(page), /xoff=30k/));
  },
  { path: PAUSED_LINK },
);

const BAD = {
  '#/preset/nope': /there is no preset "nope"; most like it are [\w-]+, [\w-]+, [\w-]+\. /,
  '#/d/9.x': /version "9"; this program reads versions 1 and 2/,
  '#/d/1.AAAA': /damaged or incomplete/,
  '#/preset/pause?seed=-5': /seed is "-5", but must be a whole number/,
  '#/preset/pause?seed=1&seed=2': /seed/,
  '#/preset/pause?t=never': /t is "never", but must be a time/,
  '#/preset/pause?at=5us:incast=h9:64k': /there is no host called "h9"/,
  '#/elsewhere': /this is no link; write #\/preset\/NAME/,
};

pageTest(
  'bad links are refused with a reason, and the run and the address stay',
  async (page) => {
    const before = await settled(page, '12us');
    const here = await written(page);
    for (const [link, words] of Object.entries(BAD)) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await eventually(async () => assert.match(await text(page, 'error-bar'), words, link));
      await eventually(async () => assert.equal(await address(page), here, link));
      assert.deepEqual(await shown(page), before, link);
      await page.getByTestId('error-bar').getByRole('button').click();
      await eventually(async () => assert.equal(await page.getByTestId('error-bar').count(), 0));
    }
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a page opened by a bad link shows the refusal and runs the first preset',
  async (page) => {
    await eventually(async () => assert.match(await text(page, 'error-bar'), /seed is "x", but must be/));
    assert.equal(await page.getByTestId('preset-menu').inputValue(), 'pause');
    await page.getByTestId('count-pauses').filter({ hasNotText: /^0$/ }).waitFor();
    assert.equal(await address(page), '#/preset/incast?seed=x');
    assert.equal(await text(page, 'refused-link'), '#/preset/incast?seed=x');
    await page.getByTestId('error-bar').getByRole('button').click();
    await addressLike(page, /^#\/preset\/pause/);
  },
  { path: '#/preset/incast?seed=x' },
);

for (const [bad, words] of [
  ['flow=99', /flow is 99, but must be below .*; the rest of the link is shown/],
  ['sel=nowhere.9', /nowhere.*; the rest of the link is shown/],
  ['xoff=-5', /XOFF threshold is "-5", but must be .*; the rest of the link is shown/],
  ['frobnicate=1', /there is no parameter "frobnicate".*; the rest of the link is shown/],
]) {
  pageTest(
    `a link with a bad ${bad} shows the rest of the link and displays one line`,
    async (page) => {
      await settled(page, '12us');
      assert.match(await text(page, 'error-bar'), words);
      assert.equal(await page.getByTestId('preset-menu').inputValue(), 'incast');
    },
    { path: `#/preset/incast?${bad}&t=12us` },
  );
}

pageTest(
  'the back button of the browser leads to the document before the edit',
  async (page) => {
    await settled(page, '12us');
    const value = await page.getByTestId('value-xoff').inputValue();
    await page.getByTestId('value-xoff').fill('30k');
    await page.keyboard.press('Enter');
    await addressLike(page, /xoff=30k/);
    await page.goBack();
    await eventually(async () => assert.equal(await page.getByTestId('value-xoff').inputValue(), value));
    assert.doesNotMatch(await address(page), /xoff=/);
    await page.goForward();
    await addressLike(page, /xoff=30k/);
    await eventually(async () => assert.notEqual(await page.getByTestId('value-xoff').inputValue(), value));
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a search for a word of another system shows its parameter, or that it is not modelled',
  async (page) => {
    const find = page.getByTestId('param-find');
    await find.fill('dynamic_th');
    await page.getByTestId('param-answer').filter({ hasText: '"dynamic_th" (SONiC) is alpha or egress_alpha here' }).waitFor();
    await page.getByTestId('param-alpha').waitFor();
    assert.equal(await page.getByTestId('param-xoff').isVisible(), false);
    await find.fill('drill');
    await page.getByTestId('param-answer').filter({ hasText: '"drill" (load balancing) is not modelled: ' }).waitFor();
    await find.fill('nothing is called so');
    await page.getByTestId('param-answer').filter({ hasText: 'No parameter, node or flow is called that.' }).waitFor();
    await find.fill('h2');
    await page.getByTestId('found-place').filter({ hasText: /^h2$/ }).click();
    await addressLike(page, /sel=h2/);
    await addressLike(page, /camera=/);
    await find.fill('');
    await page.getByTestId('param-xoff').waitFor();
    assert.equal(await text(page, 'param-answer'), '');
  },
  { path: PAUSED_LINK },
);
