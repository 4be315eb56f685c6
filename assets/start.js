// Starts the program of the page. The policy of the page allows no inline script, so this is a separate file.
// The element of this script names the program and its modules.
import { SWEEP, loadNow, serve } from './parts.js';

const { program, wasm, parts } = document.querySelector('script[data-program]').dataset;
serve(parts);
// Shows the error in the line that says that the program is being loaded. The started program removes this
// line.
const failed = (error) => {
  const line = document.getElementById('start');
  if (line) {
    line.textContent = `The simulator could not be loaded: ${error.message}. Load the page again.`;
  }
  throw error;
};
const bindings = await import(new URL(program, document.baseURI)).catch(failed);
const exports = await bindings.default({ module_or_path: wasm }).catch(failed);
// Adds the JavaScript classes to the console of the browser (docs/javascript.md). The first use of a class
// loads its part of the program.
for (const name of ['Fabric', 'Sweep']) {
  const be = (value) => Object.defineProperty(window, name, { value, writable: true, configurable: true, enumerable: true });
  const get = () => {
    loadNow(SWEEP, exports);
    be(bindings[name]);
    return bindings[name];
  };
  Object.defineProperty(window, name, { get, set: be, configurable: true, enumerable: true });
}
