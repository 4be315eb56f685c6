// Browsers and bundlers: the wasm is fetched from beside this file.
import init, { Fabric, RunFile, Sweep } from './fabric_lab.js';

await init();

export { Fabric, RunFile, Sweep };
