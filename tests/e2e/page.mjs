// Opens the built page in a browser for a test. The test fails on each error that the page reports. `cargo
// xtask test e2e` builds and serves the page and sets FABRIC_URL and FABRIC_CHROMIUM.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { chromium } from 'playwright-core';

/** Address of the page. It ends with a slash and has a path. */
export const url = fromEnvironment('FABRIC_URL');

const executablePath = fromEnvironment('FABRIC_CHROMIUM');

// Containers have no user namespaces for the sandbox. The other arguments disable requests of Chromium to
// hosts of its vendor.
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Stored data of a returning visitor, for whom the card of the first visit is closed. */
const VISITED = { cookies: [], origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'visited', value: 'yes' }] }] };

let browser;

// All tests of a file share a browser, because its start is slow.
async function theBrowser() {
  browser ??= await chromium.launch({ executablePath, args });
  return browser;
}

after(async () => {
  await browser?.close();
});

/**
 * Runs `body` as a test with a page of Playwright, opened at `path` of the server. The page has its own
 * context, without other tabs. It has the stored data of a returning visitor or, if `firstVisit`, no stored
 * data. The test fails if the page throws, logs an error, or lacks a file. `body` also receives `complaints`,
 * the list of these errors. A test that causes errors removes them with `complaints.splice(0)`. `context` has
 * options of Playwright's `browser.newContext`, for example a viewport.
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
      // Add the errors of the page to the message, because they are usually the cause.
      const list = complaints.map((complaint) => `\n  ${complaint}`).join('');
      throw new Error(`${error.message}\nThe page complained:${list}`, { cause: error });
    } finally {
      await opened.close();
    }
  });
}

// List of the errors of the page, which grows while the page runs.
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
    // Leaving or reloading the page aborts its open requests.
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
