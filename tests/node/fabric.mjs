// Loads the JavaScript classes that the tests use. `cargo xtask test node` builds the package and sets
// FABRIC_NODE_PACKAGE.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const entry = process.env.FABRIC_NODE_PACKAGE;
if (!entry) {
  throw new Error('FABRIC_NODE_PACKAGE is not set: run these tests by `cargo xtask test node`');
}

export const { Fabric, RunFile, Sweep } = createRequire(import.meta.url)(entry);

/** Type declarations of the package. */
export const declarations = readFileSync(join(dirname(entry), 'fabric_lab.d.ts'), 'utf8');

/** Text of a file of the repository. */
export function file(path) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Document of two hosts and one switch, with `changes` applied. */
export function small(changes = {}) {
  return {
    format: 1,
    model: 1,
    horizon: '50us',
    hosts: [{ name: 'a' }, { name: 'b' }],
    switches: [{ name: 's' }],
    links: [
      { a: 'a', b: 's', rate: '100G' },
      { a: 's', b: 'b', rate: '40G' },
    ],
    flows: [{ name: 'f', from: 'a', to: 'b' }],
    ...changes,
  };
}

/** Error that the constructor `Fabric` throws for a document. Fails if it throws none. */
export function refusal(document) {
  try {
    new Fabric(document).free();
  } catch (error) {
    return error;
  }
  throw new Error(`accepted: ${String(JSON.stringify(document)).slice(0, 200)}`);
}
