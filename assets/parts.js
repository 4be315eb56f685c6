// Loads parts of the page's program (wasm modules) when they are first used. See xtask/src/page/split/mod.rs.

// Index of the part with sweeps and the JavaScript classes, in the order of xtask/parts.toml.
export const SWEEP = 3;

// Parts by number, in the order of the addresses that `serve` received.
let parts = [];

// Marks a part as loaded, also in `exports`, the exports of the main module.
function join(number, instance, exports) {
  parts[number].isThere = true;
  exports[`part${number}`].value = 1;
  return instance;
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${response.status} ${response.statusText}`);
  }
  return response.arrayBuffer();
}

// Loads part `number` and the last part, which has the functions that several parts share. Returns a promise,
// or `undefined` if both parts are loaded, or if the program is a single module.
export function load(number, exports) {
  const missing = [...new Set([number, parts.length - 1])].filter((each) => parts[each] && !parts[each].isThere);
  return missing.length > 0 ? Promise.all(missing.map((each) => begin(each, exports))) : undefined;
}

function begin(number, exports) {
  const part = parts[number];
  part.coming ??= fetched(part.address)
    .then((bytes) => WebAssembly.instantiate(bytes, { main: exports }))
    .then(({ instance }) => join(number, instance, exports))
    .catch((error) => {
      // After a failure, the next call fetches the part again.
      part.coming = undefined;
      throw error;
    });
  return part.coming;
}

// Loads part `number` synchronously. Before it, loads the last part, which has the functions that several
// parts share. Does nothing if part `number` is already loaded.
export function loadNow(number, exports) {
  const part = parts[number];
  if (!part || part.isThere) {
    return;
  }
  if (number < parts.length - 1) {
    loadNow(parts.length - 1, exports);
  }
  const request = new XMLHttpRequest();
  request.open('GET', part.address, false);
  // Read the bytes as characters: a synchronous request cannot return binary data.
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  const bytes = Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
  join(number, new WebAssembly.Instance(new WebAssembly.Module(bytes), { main: exports }), exports);
}

// Sets the addresses of the parts, separated by spaces, and makes the loader available to the program.
export function serve(addresses = '') {
  parts = addresses.split(' ').filter(Boolean).map((address) => ({ address, isThere: false, coming: undefined }));
  const missed = (number, exports) => {
    console.error(`part ${number} of the program was called before it was loaded`);
    loadNow(number, exports);
  };
  globalThis.fabricParts = { load, loadNow: missed };
}
