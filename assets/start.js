// Starts the page's program. A file of its own, as the page's policy allows no
// inline script; the names of the program and its wasm stand at this script's element.
const { program, wasm } = document.querySelector('script[data-program]').dataset;
const bindings = await import(new URL(program, document.baseURI));
await bindings.default({ module_or_path: wasm });
// The JavaScript classes, for the console: see docs/javascript.md.
Object.assign(window, { Fabric: bindings.Fabric, Sweep: bindings.Sweep });
