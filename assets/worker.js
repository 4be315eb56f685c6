// A worker of the page: the page's own program, without a page, that runs points of a sweep.
import { SWEEP, load, serve } from './parts.js';

let sweep;

async function begin({ program, parts, module, document, vary, measure, until }) {
  serve(parts);
  const { default: init, Sweep } = await import(program);
  await load(SWEEP, await init({ module_or_path: module }));
  sweep = new Sweep(document, [vary], [measure], until);
}

addEventListener('message', async ({ data }) => {
  try {
    if (data.program) {
      await begin(data);
      postMessage({ ready: true });
    } else {
      postMessage({ n: data.n, row: sweep.run(data.n, data.events) });
    }
  } catch (error) {
    // A program that has stopped can't go on; a point that is refused can be left out.
    const refused = sweep && !(error instanceof WebAssembly.RuntimeError);
    postMessage(refused ? { n: data.n, refused: error.message } : { failed: error.message });
  }
});
