// Loads parts of the page's program when they are first used: see xtask/src/page/split.rs.

// The number of the part with sweeps and the JavaScript classes (xtask/parts.toml).
export const SWEEP = 3;

// By number, in the order of the addresses.
let parts = [];

// Puts a part beside the main module, whose exports these are.
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

// A promise of the part and of the last part, which has what several others use. Nothing when both are
// there, or the program is whole: the last part may arrive after the others.
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
      // It is fetched again when it is wanted again.
      part.coming = undefined;
      throw error;
    });
  return part.coming;
}

// Loads the part while the program waits, if it is not there.
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
  // Bytes as letters: binary answers are for requests that nobody waits for.
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  const bytes = Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
  join(number, new WebAssembly.Instance(new WebAssembly.Module(bytes), { main: exports }), exports);
}

// Lets the program load its parts from these addresses, separated by spaces.
export function serve(addresses = '') {
  parts = addresses.split(' ').filter(Boolean).map((address) => ({ address, isThere: false, coming: undefined }));
  const missed = (number, exports) => {
    console.error(`part ${number} of the program was called before it was loaded`);
    loadNow(number, exports);
  };
  globalThis.fabricParts = { load, loadNow: missed };
}
