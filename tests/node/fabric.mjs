// The class under test. `cargo xtask test node` builds the package and sets
// FABRIC_NODE_PACKAGE.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const entry = process.env.FABRIC_NODE_PACKAGE;
if (!entry) {
  throw new Error('FABRIC_NODE_PACKAGE is not set: run these tests by `cargo xtask test node`');
}

export const { Fabric, RunFile, Sweep } = createRequire(import.meta.url)(entry);

/** The declarations that come with the package. */
export const declarations = readFileSync(join(dirname(entry), 'fabric_lab.d.ts'), 'utf8');

/** A file of the repository, as text. */
export function file(path) {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Two hosts behind one switch, with `changes` made to it. */
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

/** What the constructor says of a document; fails if it says nothing. */
export function refusal(document) {
  try {
    new Fabric(document).free();
  } catch (error) {
    return error;
  }
  throw new Error(`accepted: ${String(JSON.stringify(document)).slice(0, 200)}`);
}
