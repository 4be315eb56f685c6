// Tests of the content security policy: no inline script, nothing of another origin, only the page's own
// wasm.
import assert from 'node:assert/strict';

import { eventually } from './page-state.mjs';
import { pageTest } from './page.mjs';

// Directives of the policy that the browser reports as violated by `attempt`. Empty after 5 s without a
// report.
async function violations(frame, attempt) {
  return await frame.evaluate(
    (attempt) =>
      new Promise((done) => {
        const seen = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective));
        const fail = setTimeout(() => done(seen), 5_000);
        document.addEventListener('securitypolicyviolation', () => {
          clearTimeout(fail);
          // Each attempt violates the policy once, and the listener above has recorded it.
          done(seen);
        });
        const add = (name, properties) => document.body.append(Object.assign(document.createElement(name), properties));
        const attempts = {
          script: () => add('script', { textContent: 'window.broken = true' }),
          foreignScript: () => add('script', { src: 'https://foreign.invalid/x.js' }),
          foreignImage: () => add('img', { src: 'https://foreign.invalid/x.png' }),
          foreignFetch: () => fetch('https://foreign.invalid/').catch(() => {}),
          foreignFrame: () => add('iframe', { src: 'https://foreign.invalid/' }),
          markup: () => {
            const image = document.createElement('div');
            image.innerHTML = '<img src="data:," onerror="window.broken = true">';
            document.body.append(image);
          },
          // Evaluate in a later task, because the policy does not apply to code that a debugger evaluates.
          text: () => setTimeout(() => {
            try {
              new Function('window.broken = true')();
            } catch {
              // The policy forbids to compile a text to a function.
            }
          }),
        };
        attempts[attempt]();
      }),
    attempt,
  );
}

const FORBIDDEN = {
  script: 'script-src-elem',
  markup: 'script-src-attr',
  text: 'script-src',
  foreignScript: 'script-src-elem',
  foreignImage: 'img-src',
  foreignFetch: 'connect-src',
  foreignFrame: 'frame-src',
};

async function keeps(page, frame, complaints) {
  assert.equal(await frame.evaluate(() => document.querySelectorAll('script:not([src])').length), 0, 'inline scripts');
  for (const [attempt, directive] of Object.entries(FORBIDDEN)) {
    assert.deepEqual(await violations(frame, attempt), [directive], attempt);
  }
  assert.equal(await frame.evaluate(() => window.broken), undefined);
  // The browser reports each attempt and no other error.
  await eventually(async () => assert.ok(complaints.length >= Object.keys(FORBIDDEN).length - 1, `${complaints}`));
  const others = complaints.splice(0).filter((complaint) => !/Content Security Policy|foreign\.invalid/.test(complaint));
  assert.deepEqual(others, []);
  // The page itself still works.
  await frame.getByTestId('play').waitFor();
  assert.equal(await frame.evaluate(() => typeof new Fabric('preset:pause').hash()), 'string');
}

pageTest('the page runs under a policy that forbids inline scripts and other origins', async (page, { complaints }) => {
  await page.getByTestId('play').waitFor();
  await keeps(page, page.mainFrame(), complaints);
});

pageTest(
  'an embedded page has the same policy, and so has the page with the examples',
  async (page, { complaints }) => {
    await page.frameLocator('iframe').first().getByTestId('play').waitFor();
    const inner = page.frames().find((frame) => frame.url().includes('embed=1&lock=1'));
    await keeps(page, inner, complaints);
    const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
    assert.match(await meta.getAttribute('content'), /^default-src 'none'; /);
  },
  { path: 'embed.html' },
);
