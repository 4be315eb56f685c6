// Prints the console output of a page until its title is DONE: node printed.mjs URL DONE. Fails on an error
// of the page or a response that is not successful.
import { chromium } from 'playwright-core';

const [url, done] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.FABRIC_CHROMIUM, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  const failed = new Promise((_, reject) => {
    page.on('pageerror', reject);
    page.on('response', (response) => {
      if (!response.ok()) reject(new Error(`${response.status()} ${response.url()}`));
    });
  });
  page.on('console', (message) => console.log(message.text()));
  await Promise.race([failed, page.goto(url).then(() => page.waitForFunction((done) => document.title === done, done))]);
} finally {
  await browser.close();
}
