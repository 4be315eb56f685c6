// Test of the examples in docs/javascript.md: they run as printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';

import { Fabric, file } from './fabric.mjs';

const text = file('docs/javascript.md');

test('the example runs and prints its stated output', () => {
  const example = /```js example\n([^]*?)```/.exec(text)[1];
  const printed = [];
  vm.runInNewContext(example, { Fabric, console: { log: (line) => printed.push(String(line)) } });
  assert.equal(printed[0], 's1.0 sends PFC: pause 3');
  assert.match(printed[1], /^\d+ B in use, XOFF at \d+ B$/);
  assert.match(printed[2], /^\d+ pauses, 0 drops$/);
  assert.equal(printed.at(-1), 'true');
  assert.ok(printed.some((line) => /^h1 to h3: \d.* Gb\/s, p99 \d.* µs$/.test(line)), printed.join('\n'));
});

test('the errors that it shows are those that are thrown', () => {
  const shown = /## Errors[^]*?```js\n([^]*?)```/.exec(text)[1];
  const fabric = new Fabric('preset:pause');
  const pairs = shown.matchAll(/^(.+)\n\/\/ Error: (.+)$/gm);
  let count = 0;
  for (const [, code, message] of pairs) {
    assert.throws(() => vm.runInNewContext(code, { Fabric, fabric }), { message });
    count += 1;
  }
  assert.equal(count, 2);
});

test('every method is described, and every described one is there', () => {
  const own = [
    ...Object.getOwnPropertyNames(Fabric.prototype),
    ...Object.getOwnPropertyNames(Fabric).map((name) => `Fabric.${name}`),
  ].filter((name) => !name.startsWith('__') && !/constructor|Fabric\.(length|name|prototype|__wrap)/.test(name));
  const described = [...text.matchAll(/^\| `(?:new )?([\w.]+)/gm)].map(([, name]) => name);
  assert.deepEqual(described.toSorted(), [...own, 'Fabric'].toSorted());
});
