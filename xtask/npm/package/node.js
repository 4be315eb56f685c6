// Node.js: the wasm is read from beside this file.
import { readFileSync } from 'node:fs';
import { Fabric, RunFile, Sweep, initSync } from './fabric_lab.js';

initSync({ module: readFileSync(new URL('./fabric_lab_bg.wasm', import.meta.url)) });

export { Fabric, RunFile, Sweep };
