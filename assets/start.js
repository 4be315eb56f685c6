// Starts the page's program. A file of its own, as the page's policy allows no
// inline script; the names of the program and its modules stand at this script's element.
import { SWEEP, loadNow, serve } from './parts.js';

const { program, wasm, parts } = document.querySelector('script[data-program]').dataset;
serve(parts);
const bindings = await import(new URL(program, document.baseURI));
const exports = await bindings.default({ module_or_path: wasm });
// The JavaScript classes, for the console: see docs/javascript.md. Their part of the program is loaded when one is named.
for (const name of ['Fabric', 'Sweep']) {
  const be = (value) => Object.defineProperty(window, name, { value, writable: true, configurable: true, enumerable: true });
  const get = () => {
    loadNow(SWEEP, exports);
    be(bindings[name]);
    return bindings[name];
  };
  Object.defineProperty(window, name, { get, set: be, configurable: true, enumerable: true });
}
