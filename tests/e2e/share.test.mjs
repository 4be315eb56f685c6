// Tests of links, the share dialog, files, and the page in a frame of another page.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PAUSED_LINK, address, addressLike, eventually, settled, shown, text, written } from './page-state.mjs';
import { pageTest, url } from './page.mjs';

const links = readFileSync(new URL('../golden/links-2.txt', import.meta.url), 'utf8').trim().split('\n');

const value = (page, id) => page.getByTestId(id).inputValue();

/** Share link without two parameters: the selection, which the page adds, and the end of the run. */
const withoutSelection = (link) => link.replace(/&(sel|end)=[^&]*/g, '');

/** Opens a document as a file with this text. */
const open = (page, name, words) =>
  page.getByTestId('open-file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(words) });

pageTest('links that were written natively open at their state, and are written so', async (page) => {
  for (const line of [links[0], links[1], links.at(-1)]) {
    const [link] = line.split(' ');
    await page.goto('about:blank');
    await page.goto(new URL(link, url).href);
    // If the state differed, the page would show a message and change the address.
    await eventually(async () => assert.equal(withoutSelection(await address(page)), withoutSelection(link)), 20_000);
    assert.equal(await page.getByTestId('error-bar').count(), 0, link);
  }
});

const fabric = process.env.FABRIC_CLI;

pageTest('a link of the command line opens at its event in the page, and one of the page there', async (page) => {
  const native = execFileSync(fabric, ['link', 'preset:incast', '--set', 'xoff=96k', '--at', '5603.828ns+1'], { encoding: 'utf8' }).trim();
  await page.goto('about:blank');
  await page.goto(new URL(native, url).href);
  // The address does not change, so the clock shows when the seek is complete.
  await eventually(async () => assert.ok((await shown(page)).moment.startsWith('5603.828ns ·')), 20_000);
  assert.equal((await address(page)).replace(/&sel=.*$/, ''), native);
  assert.equal(await page.getByTestId('error-bar').count(), 0);
  // The class in the console returns the full hash of the state.
  await page.keyboard.press('i');
  await page.keyboard.press('.');
  const shared = await addressLike(page, /at=.*incast=.*t=.*hash=/);
  const moment = /t=([^&]*)/.exec(shared)[1];
  const printed = spawnSync(fabric, ['hash', shared], { encoding: 'utf8' });
  assert.deepEqual([printed.status, printed.stderr], [0, ''], 'it comes to the same state');
  assert.ok(printed.stdout.startsWith(/hash=(\w+)/.exec(shared)[1]), `${printed.stdout} at ${moment}`);
});

pageTest(
  'a link that leads to another state or preset warns',
  async (page) => {
    await eventually(async () => assert.match(await text(page, 'error-bar'), /another version of this preset/));
    await page.evaluate(() => {
      location.hash = '#/preset/pause?t=12us&hash=000000';
    });
    await eventually(async () => assert.match(await text(page, 'error-bar'), /another version of the simulator/));
    await settled(page, '12us');
  },
  { path: '#/preset/incast?v=000000&t=12us' },
);

pageTest(
  'the move to a far moment is shown, and the shown run stays',
  async (page) => {
    const before = await settled(page, '12us');
    await page.evaluate(() => {
      location.hash = '#/preset/incast?t=3600s&at=10us:incast=h1:1G';
    });
    await page.getByTestId('link-seek').waitFor();
    assert.deepEqual(await shown(page), before);
    // A long seek shows a question with a button. A fast machine finishes the seek soon, so the click does not
    // wait until the button stands still.
    await page.getByTestId('link-seek-stay').click({ force: true });
    await eventually(async () => assert.equal(await page.getByTestId('link-seek').count(), 0));
    assert.deepEqual(await shown(page), before);
    await addressLike(page, /^#\/preset\/pause\?.*t=12us/);
  },
  { path: PAUSED_LINK },
);

pageTest(
  'the dialog has the link, its parts, and a note that this page is local',
  async (page) => {
    await settled(page, '12us');
    await page.keyboard.press('s');
    await page.getByTestId('share-dialog').waitFor();
    await eventually(async () => assert.equal(await value(page, 'share-link'), page.url()));
    assert.match(await text(page, 'share-local'), /cargo xtask dist/);
    assert.match(await text(page, 'share-contents'), /preset\/pause.*t=12us.*time that is shown/);
    await page.getByTestId('share-plays').check();
    await page.getByTestId('share-lock').check();
    await page.getByTestId('share-theme').selectOption('dark');
    await eventually(async () => assert.match(await value(page, 'share-link'), /run=1&theme=dark&lock=1&end=[0-9a-f]{6}$/));
    await page.getByTestId('share-embed').check();
    await eventually(async () => assert.match(await value(page, 'share-link'), /^<iframe src=".*&amp;embed=1.*<\/iframe>$/));
    await page.getByTestId('share-copy').click();
    await eventually(async () => assert.match(await text(page, 'share-copy-said'), /Copied|ctrl C/));
    await page.keyboard.press('Escape');
    await page.getByTestId('share-dialog').waitFor({ state: 'hidden' });
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a key just after escape is not lost',
  async (page) => {
    await settled(page, '12us');
    for (const [key, moment] of [['Home', '0s'], ['End', '40us'], ['Home', '0s']]) {
      await page.keyboard.press('s');
      await page.getByTestId('share-dialog').waitFor();
      await Promise.all([page.keyboard.press('Escape'), page.keyboard.press(key)]);
      await settled(page, moment);
      assert.ok(!(await page.getByTestId('share-dialog').isVisible()));
    }
    // The key opens the dialog again.
    await page.keyboard.press('s');
    await page.getByTestId('share-dialog').waitFor();
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('s')]);
    await page.getByTestId('share-dialog').waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    assert.ok(await page.getByTestId('share-dialog').isVisible());
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a document is saved as a file and opened again; a bad one is refused',
  async (page) => {
    await settled(page, '12us');
    await page.getByTestId('share').click();
    const download = page.waitForEvent('download');
    await page.getByTestId('save').click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), 'pause.json');
    const words = readFileSync(await saved.path(), 'utf8');
    const { moment } = JSON.parse(words).view;
    assert.equal(moment.t, '12us');
    const native = spawnSync(fabric, ['hash', await saved.path()], { encoding: 'utf8' });
    assert.ok(native.stderr === '' && native.stdout.startsWith(moment.hash), native.stdout);
    // Move away and return by the file.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await settled(page, '0s');
    await open(page, 'pause.json', words);
    await settled(page, '12us');
    await open(page, 'bad.json', words.replace('"format": 1', '"format": 7'));
    await eventually(async () => assert.match(await text(page, 'error-bar'), /bad\.json.*format is 7.*The run goes on/));
    await open(page, 'mine.json', words.replace('"name": "pause"', '"name": "mine"'));
    await addressLike(page, /^#\/d\/2\./);
    assert.equal(await page.getByTestId('error-bar').count(), 0);
  },
  { path: PAUSED_LINK },
);

pageTest('a file that is dropped on the page is opened', async (page) => {
  await page.getByTestId('play').waitFor();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['no document'], 'dropped.json'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  });
  await eventually(async () => assert.match(await text(page, 'error-bar'), /dropped\.json: its contents are of no kind that is read/));
});

/** Drops files of these names on the page. */
const drop = (page, names) =>
  page.evaluate((names) => {
    const data = new DataTransfer();
    for (const name of names) data.items.add(new File(['{"format": 1}'], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
  }, names);

pageTest(
  'a file that cannot be read is reported, and the run continues',
  async (page) => {
    const before = await settled(page, '12us');
    await page.evaluate(() => {
      Blob.prototype.text = () => Promise.reject(new DOMException('not to be read', 'NotReadableError'));
    });
    await drop(page, ['fabrics']);
    await eventually(async () =>
      assert.match(await text(page, 'error-bar'), /“fabrics” could not be read: it is a folder, or this browser may not open it\. Drop one file.*The run goes on/));
    assert.deepEqual(await shown(page), before);
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a dropped folder is refused with a message',
  async (page) => {
    const before = await settled(page, '12us');
    const folder = mkdtempSync(join(tmpdir(), 'fabrics-'));
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    }
    await eventually(async () => assert.match(await text(page, 'error-bar'), /“fabrics-\w+” could not be read: it is a folder/));
    assert.deepEqual(await shown(page), before);
    rmSync(folder, { recursive: true });
  },
  { path: PAUSED_LINK },
);

pageTest(
  'several files are refused with their names',
  async (page) => {
    const before = await settled(page, '12us');
    await drop(page, ['a.json', 'b.json', 'c.json']);
    await eventually(async () =>
      assert.match(await text(page, 'error-bar'), /3 files were given \("a\.json", "b\.json", "c\.json"\), and one document can be opened at a time/));
    assert.deepEqual(await shown(page), before);
  },
  { path: PAUSED_LINK },
);

const NO_CLIPBOARD = {
  'a browser without a clipboard': () => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
  'a browser that refuses': () => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  },
};

for (const [name, stub] of Object.entries(NO_CLIPBOARD)) {
  pageTest(
    `${name} is reported, and the text is selected to be copied by keys`,
    async (page) => {
      await page.addInitScript(stub);
      await page.reload();
      await settled(page, '12us');
      const selected = () => page.evaluate(() => {
        const { value, selectionStart, selectionEnd } = document.activeElement;
        return value?.slice(selectionStart, selectionEnd);
      });
      await page.keyboard.press('s');
      await eventually(async () => assert.equal(await value(page, 'share-link'), page.url()));
      await page.getByTestId('share-copy').click();
      await eventually(async () => assert.match(await text(page, 'share-copy-said'), /does not let this page copy\. The text is selected: press ctrl C/));
      assert.equal(await selected(), page.url());
      // Copy the code for another page, too.
      await page.getByTestId('share-embed').check();
      await eventually(async () => assert.equal(await text(page, 'share-copy-said'), ''));
      await page.getByTestId('share-copy').click();
      await eventually(async () => assert.match(await selected(), /^<iframe src=/));
      await page.keyboard.press('Escape');
      await page.getByTestId('pin').click();
      await page.getByTestId('view-compare').click();
      await page.getByTestId('compare-copy').click();
      await eventually(async () => assert.match(await selected(), /^measure|,/));
      assert.equal(await selected(), await value(page, 'compare-copy-text'));
      assert.match(await text(page, 'compare-copy-said'), /press ctrl C/);
    },
    { path: PAUSED_LINK, context: { viewport: { width: 1440, height: 900 } } },
  );
}

pageTest(
  'an embedded page has the fabric, the narrator, the transport and a link to the whole page',
  async (page) => {
    await page.getByTestId('narrator').waitFor();
    await page.getByTestId('play').waitFor();
    for (const id of ['title', 'lanes', 'param-find', 'share', 'tab-inspect']) {
      assert.ok(!(await page.getByTestId(id).isVisible()), id);
    }
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    const whole = await page.getByTestId('full-page-link').getAttribute('href');
    assert.match(whole, /^#\/preset\/incast\?/);
    assert.doesNotMatch(whole, /embed|lock/);
  },
  { path: '#/preset/incast?embed=1&lock=1&theme=dark', context: { viewport: { width: 720, height: 480 } } },
);

pageTest(
  'a locked page can be played and not changed',
  async (page) => {
    await settled(page, '12us');
    const before = await written(page);
    assert.equal(await page.getByTestId('preset-menu').count(), 0);
    await page.keyboard.press('i');
    await eventually(async () => assert.match(await text(page, 'error-bar'), /but not changed/));
    assert.equal(await address(page), before);
    await page.getByTestId('step').click();
    await eventually(async () => assert.notEqual(await address(page), before));
  },
  { path: '#/preset/pause?t=12us&lock=1' },
);

pageTest(
  'the example of a page with frames shows them',
  async (page) => {
    for (const frame of await page.locator('iframe').elementHandles()) {
      await frame.scrollIntoViewIfNeeded();
      const inside = await frame.contentFrame();
      await inside.getByTestId('narrator').waitFor();
      assert.equal(await inside.getByTestId('title').count(), 0);
    }
  },
  { path: 'embed.html' },
);
