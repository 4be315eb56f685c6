export { Fabric, Sweep } from './fabric_lab.js';
export type * from './fabric_lab.js';
