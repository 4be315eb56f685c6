// Worker that runs the program of the page in the background, for one object: a sweep (`Sweep`), of which it
// runs points, or a file of a run (`RunFile`), which it writes.
import { SWEEP, load, serve } from './parts.js';

let object;

async function begin({ program, parts, module, kind, given }) {
  serve(parts);
  const classes = await import(program);
  await load(SWEEP, await classes.default({ module_or_path: module }));
  object = new classes[kind](...given);
}

function next({ n, events }) {
  if (n !== undefined) {
    return postMessage({ n, row: object.run(n, events) });
  }
  const done = object.advance(events);
  const part = object.take();
  postMessage({ done, part, share: object.share }, [part.buffer]);
}

addEventListener('message', async ({ data }) => {
  try {
    if (data.program) {
      await begin(data);
      postMessage({ ready: true });
    } else {
      next(data);
    }
  } catch (error) {
    // After a trap (an abort in the wasm code), the program cannot continue. A value that the program refuses
    // is only reported: the other points of the sweep still run.
    const refused = !(error instanceof WebAssembly.RuntimeError) && (object || data.kind === 'RunFile');
    postMessage(refused ? { n: data.n, refused: error.message } : { failed: error.message });
  }
});
