// Measures how often the page paints two large fabrics while they play.
import { execFileSync } from 'node:child_process';

/** Radix of the fat trees: 128 and 1 024 hosts. */
const RADIX = [8, 16];
/** Seconds of play before the measurement, and of the measurement. */
const [WARM, SPAN] = [8, 10];

/** Counts the drawings that the page sends to its painter. Drawings of charts have fewer numbers. */
function countDrawings() {
  window.drawings = 0;
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message, ...rest) {
    if (Array.isArray(message) && message[0]?.length > 200) window.drawings += 1;
    return post.call(this, message, ...rest);
  };
}

/**
 * Measures two rates per second: pictures of the fabric that are painted, and video frames in which the clock
 * moves. The document is a permutation over each fat tree; the picture has 1440 by 900 pixels.
 */
export async function painting(browser, url, cli) {
  const results = {};
  for (const radix of RADIX) {
    const size = { maxBuffer: 1 << 28, encoding: 'utf8' };
    const document = execFileSync(cli, ['new', 'fat-tree', '-k', String(radix), '--collective', 'permutation,bytes=1M'], size);
    const link = execFileSync(cli, ['link', '-'], { ...size, input: document }).trim();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(countDrawings);
    await page.goto(new URL(link.slice(link.indexOf('#')), url).href);
    await page.getByTestId('play').waitFor();
    await page.waitForTimeout(1000 * WARM);
    const counted = await page.evaluate(async (span) => {
      const clock = document.querySelector('[data-testid=clock]');
      const [start, before] = [performance.now(), window.drawings];
      let [moves, last] = [0, clock.textContent];
      while (performance.now() - start < 1000 * span) {
        await new Promise(requestAnimationFrame);
        if (clock.textContent !== last) moves += 1;
        last = clock.textContent;
      }
      const seconds = (performance.now() - start) / 1000;
      return { pictures_per_s: (window.drawings - before) / seconds, moves_per_s: moves / seconds };
    }, SPAN);
    await page.close();
    results[`${(radix ** 3) / 4} hosts`] = counted;
  }
  return results;
}
