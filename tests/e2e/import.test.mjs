// Tests of the import of files of switches, NICs and other simulators.
import assert from 'node:assert/strict';

import { readFileSync } from 'node:fs';

import { PAUSED_LINK, eventually, settled, shown, text } from './page-state.mjs';
import { pageTest } from './page.mjs';

const PORTS = ['Ethernet0', 'Ethernet4', 'Ethernet8'];

/** Leaf with two servers and a cable to another leaf, as SONiC files. */
const leaf = (name, other, cable) => {
  const each = (value) => Object.fromEntries(PORTS.map((port) => [port, value(port)]));
  const isUplink = (port) => port === PORTS[2];
  const identity = Object.fromEntries([...Array(8).keys()].map((n) => [`${n}`, `${n}`]));
  return {
    DEVICE_METADATA: { localhost: { hostname: name } },
    PORT: each(() => ({ speed: '100000', admin_status: 'up', mtu: '9100' })),
    CABLE_LENGTH: { AZURE: each((port) => (isUplink(port) ? cable : '5m')) },
    DEVICE_NEIGHBOR: each((port) => (isUplink(port) ? { name: other, port } : { name: `${name}-${port}`, port: 'eth0' })),
    BUFFER_POOL: { ingress_lossless_pool: { mode: 'dynamic', size: '4000000', type: 'ingress', xoff: '1000000' } },
    BUFFER_PROFILE: { lossless: { dynamic_th: '0', pool: 'ingress_lossless_pool', size: '19456', xon: '19456', xoff: '66560' } },
    BUFFER_PG: Object.fromEntries(PORTS.map((port) => [`${port}|3-4`, { profile: 'lossless' }])),
    DSCP_TO_TC_MAP: { AZURE: { 3: '3', 4: '4' } },
    TC_TO_QUEUE_MAP: { AZURE: identity },
    PORT_QOS_MAP: each(() => ({ pfc_enable: '3,4', dscp_to_tc_map: 'AZURE', tc_to_queue_map: 'AZURE' })),
  };
};

const file = (name, content) => ({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) });

/** Drops files on the page with the events of a browser. */
const drop = async (page, ...files) => {
  const contents = files.map(({ name, mimeType, buffer }) => [name, mimeType, buffer.toString()]);
  const dropped = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const [name, type, text] of all) {
      transfer.items.add(new File([text], name, { type }));
    }
    return transfer;
  }, contents);
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', event, { dataTransfer: dropped });
  }
};

/** Example file of the documentation. */
const example = (name) => ({
  name,
  mimeType: 'text/plain',
  buffer: readFileSync(new URL(`../../docs/examples/${name}`, import.meta.url)),
});

/** Chooses files in the share dialog. */
const give = async (page, ...files) => {
  await page.keyboard.press('s');
  await page.getByTestId('open-file').setInputFiles(files);
};

pageTest(
  'a switch with too many ports is opened with the chosen ports',
  async (page) => {
    await settled(page, '12us');
    const names = [...Array(96).keys()].map((n) => `Ethernet${n}`);
    const ports = Object.fromEntries(names.map((name) => [name, { speed: '100000', admin_status: 'up' }]));
    await give(page, file('big.json', { DEVICE_METADATA: { localhost: { hostname: 'big' } }, PORT: ports }));
    await eventually(async () => assert.match(await text(page, 'import-refusal'), /96 ports of big have a link/));
    await page.getByText('Name at most 64 ports of the switch').waitFor();
    const field = page.getByTestId('import-ports');
    assert.equal((await field.inputValue()).split(', ').length, 64);
    await field.fill('big:Ethernet96');
    await page.getByTestId('import-again').click();
    await eventually(async () => assert.match(await text(page, 'import-refusal'), /Ethernet96: no file has such a port/));
    await field.fill('big:Ethernet0, Ethernet95');
    await page.getByTestId('import-again').click();
    await eventually(async () => assert.match(await text(page, 'import-title'), /^big, from SONiC/));
    assert.equal(await page.getByTestId('import-ports').count(), 0);
    const lists = await page.getByTestId('import-list').allTextContents();
    assert.match(lists.at(-1), /^Without a link \([1-9]/, 'the ports that were not chosen');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByTestId('error-bar').count(), 0);
  },
  { path: PAUSED_LINK },
);

pageTest(
  'configurations of two switches become a fabric, with the cable that has two lengths',
  async (page) => {
    const before = await settled(page, '12us');
    await give(page, file('a.json', leaf('leaf1', 'leaf2', '40m')), file('b.json', leaf('leaf2', 'leaf1', '300m')));
    await eventually(async () => assert.match(await text(page, 'import-mismatches'), /40m.*300m/s));
    assert.match(await text(page, 'import-title'), /leaf1/);
    const lists = await page.getByTestId('import-list').allTextContents();
    assert.equal(lists.length, 3);
    assert.match(lists[0], /^Taken \([1-9]/);
    await page.keyboard.press('Escape');
    assert.match(await text(page, 'preset-menu'), /leaf1 and 1 more, from SONiC/);
    // The report of the import can be opened again. Undo returns to the document before.
    await page.getByTestId('about-open').click();
    await page.getByTestId('import-open').click();
    await eventually(async () => assert.ok(await page.getByTestId('import-dialog').isVisible()));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.equal((await shown(page)).moment, before.moment));
    assert.equal(await page.getByTestId('import-open').count(), 0, 'this document was not imported');
  },
  { path: PAUSED_LINK },
);

pageTest(
  'after a reload the report is there, the link that differs is marked, and ports have the names of their switches',
  async (page) => {
    await settled(page, '12us');
    await give(page, file('a.json', leaf('leaf1', 'leaf2', '40m')), file('b.json', leaf('leaf2', 'leaf1', '300m')));
    await eventually(async () => assert.match(await text(page, 'import-mismatches'), /40m.*300m/s));
    await page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await page.getByTestId('differs').count(), 1));
    await eventually(async () => assert.match(page.url(), /#\/d\//));
    await page.reload();
    await eventually(async () => assert.match(await text(page, 'preset-menu'), /leaf1 and 1 more, from SONiC/));
    await eventually(async () => assert.equal(await page.getByTestId('differs').count(), 1));
    assert.match(await text(page, 'selection'), /Ethernet\d/);
    await page.getByTestId('about-open').click();
    await page.getByTestId('import-open').click();
    await eventually(async () => assert.match(await text(page, 'import-mismatches'), /40m.*300m/s));
  },
  { path: PAUSED_LINK },
);

pageTest(
  'a malformed configuration is refused by place, and the run continues',
  async (page) => {
    const before = await settled(page, '12us');
    const bad = leaf('leaf1', 'leaf2', '40m');
    bad.BUFFER_PROFILE.lossless.xoff = 'many';
    await give(page, file('bad.json', bad));
    await eventually(async () => assert.match(await text(page, 'error-bar'), /bad\.json: BUFFER_PROFILE\|lossless\.xoff/));
    assert.deepEqual(await shown(page), before);
    // The message on a file that is too long has its size.
    await give(page, { name: 'long.json', mimeType: 'application/json', buffer: Buffer.alloc(5_000_000, 32) });
    await eventually(async () => assert.match(await text(page, 'error-bar'), /5000000 bytes is too long/));
    assert.deepEqual(await shown(page), before);
  },
  { path: PAUSED_LINK },
);

pageTest(
  'files that are dropped together run as one fabric, with the cable that has two lengths',
  async (page) => {
    await settled(page, '12us');
    await drop(page, file('a.json', leaf('leaf1', 'leaf2', '40m')), file('b.json', leaf('leaf2', 'leaf1', '300m')));
    await eventually(async () => assert.match(await text(page, 'import-mismatches'), /40m.*300m/s));
    await page.keyboard.press('Escape');
    assert.match(await text(page, 'preset-menu'), /leaf1 and 1 more, from SONiC/);
    await eventually(async () => assert.notEqual((await shown(page)).moment.split(' ')[0], '12us'));
  },
  { path: PAUSED_LINK },
);

pageTest(
  'settings of a NIC that are dropped after the configuration are compared with the switch',
  async (page) => {
    await settled(page, '12us');
    await drop(page, example('leaf1.json'));
    await eventually(async () => assert.match(await text(page, 'import-fit'), /nothing could be compared/));
    await page.keyboard.press('Escape');
    await drop(page, { ...example('mlnx_qos.txt'), name: 'server4.txt' });
    await eventually(async () => assert.match(await text(page, 'import-mismatches'), /pauses of priority 3 are sent to a peer that does not obey them.*server4-eth0.*priority 4/s));
  },
  { path: PAUSED_LINK },
);

for (const [simulator, names, title] of [
  ['HPCC', ['config.txt', 'flow.txt', 'topology.txt'], /4 hosts and 2 switches, from files of HPCC/],
  ['htsim', ['incast.cm', 'leaf_spine.topo'], /A fat tree of 8 hosts, from files of htsim/],
]) {
  pageTest(
    `files of ${simulator} that are chosen together become a fabric with a report`,
    async (page) => {
      await settled(page, '12us');
      await give(page, ...names.map(example));
      await eventually(async () => assert.match(await text(page, 'import-title'), title));
      assert.match((await page.getByTestId('import-list').allTextContents()).join(), /Taken \([1-9].*Changed \([1-9].*Not modelled/s);
      assert.equal(await text(page, 'import-fit'), '');
      await page.keyboard.press('Escape');
      assert.match(await text(page, 'preset-menu'), title);
    },
    { path: PAUSED_LINK },
  );
}

pageTest(
  'a file of unknown kind is refused by its name, with the known kinds',
  async (page) => {
    const before = await settled(page, '12us');
    await drop(page, { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Sir,\n') });
    await eventually(async () => assert.match(await text(page, 'error-bar'), /letter\.txt: its contents are of no kind.*config_db\.json.*mlnx_qos.*HPCC.*htsim/));
    assert.deepEqual(await shown(page), before);
  },
  { path: PAUSED_LINK },
);
