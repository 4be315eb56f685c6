// Gives a test the built page in a browser, and fails it on whatever the page
// complains of. `cargo xtask test e2e` builds and serves the page and sets
// FABRIC_URL and FABRIC_CHROMIUM.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { chromium } from 'playwright-core';

/** Where the page is served; ends with a slash and is not the host's root. */
export const url = fromEnvironment('FABRIC_URL');

const executablePath = fromEnvironment('FABRIC_CHROMIUM');

// In a container there are no user namespaces to build the sandbox with; the
// other arguments keep Chromium from asking its maker's hosts for things.
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Storage of somebody who has closed the card of the first visit. */
const VISITED = { cookies: [], origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'visited', value: 'yes' }] }] };

let browser;

// One browser for a file's tests: starting it is the slow part.
async function theBrowser() {
  browser ??= await chromium.launch({ executablePath, args });
  return browser;
}

after(async () => {
  await browser?.close();
});

/**
 * A test of the page, in a context of its own (nothing stored, no other tabs), of
 * somebody who was here before: only on a `firstVisit` nothing at all is stored.
 * `body` is given Playwright's page, already at `path` of the served folder.
 * The test fails when the page throws, logs an error, or misses a file.
 *
 * `body` is also given `complaints`: a test that provokes some takes them out
 * by `complaints.splice(0)`.
 *
 * `context` are options of Playwright's `browser.newContext`, e.g. a viewport.
 */
export function pageTest(name, body, { path = '', context = {}, firstVisit = false } = {}) {
  test(name, async (t) => {
    const storageState = firstVisit ? undefined : VISITED;
    const opened = await (await theBrowser()).newContext({ storageState, ...context });
    const page = await opened.newPage();
    const complaints = complaintsOf(page);
    try {
      await page.goto(new URL(path, url).href);
      await body(page, { complaints, t });
      assert.deepEqual(complaints, [], 'the page complained');
    } catch (error) {
      if (complaints.length === 0 || error.actual === complaints) {
        throw error;
      }
      // What the page complained of is mostly why the test failed.
      const list = complaints.map((complaint) => `\n  ${complaint}`).join('');
      throw new Error(`${error.message}\nThe page complained:${list}`, { cause: error });
    } finally {
      await opened.close();
    }
  });
}

// The list of what the page complains of, filled as it goes.
function complaintsOf(page) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') {
      complaints.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // Leaving or reloading the page aborts what was still under way.
    if (why !== 'net::ERR_ABORTED') {
      complaints.push(`request: ${request.url()} ${why}`);
    }
  });
  return complaints;
}

export function fromEnvironment(name) {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: run these tests by \`cargo xtask test e2e\``);
  }
  return value;
}
