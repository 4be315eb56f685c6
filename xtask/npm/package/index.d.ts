export { Fabric, RunFile, Sweep } from './fabric_lab.js';
export type * from './fabric_lab.js';

declare global {
  // TypeScript has this symbol only in `lib: ["esnext.disposable"]`.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}
