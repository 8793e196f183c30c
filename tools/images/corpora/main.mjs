/**
 * Uploads the image files of the test suites of image libraries, as they are and damaged in ten ways, and asks for what
 * was accepted and for a small image of it. Nothing may end the server, take longer than five seconds or much memory;
 * what was accepted must be what its type says. Then come small files that would be large images: each must be refused
 * in 100 ms. The files are those of Debian's sources, which are kept in node_modules/.cache.
 *
 * `--mutations 10`, `--seed 1`, `--folder` for other files, `--bombs` for these alone,
 * `--types heic,jxl,tiff,bmp` for types that a server accepts where its settings say so.
 */
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eventLoopMonitored, longestBlockMs, ServerProcess, uploadForm } from '@cairn/harness';
import { watchMemory } from '../processes.mjs';
import { randomOf } from '../random.mjs';
import { bombs, crumbs, neutral } from './bombs.mjs';
import { imagesOfSources } from './debian-sources.mjs';
import { mutated } from './mutations.mjs';
import { Visitor } from './visitor.mjs';

const CLIENTS = 4;
const MIB = 1024 ** 2;
const MOST_MEMORY = 900 * MIB;
/** What decoders in WebAssembly take is theirs until their process ends. */
const MOST_MEMORY_OF_FURTHER_TYPES = 1_280 * MIB;
const MOST_BOMB_MS = 100;
const MOST_CRUMBS_MS = 3_000;
const MOST_BLOCKED_MS = 100;
const TRIES = 5;
const CACHE = new URL('../../../node_modules/.cache/image-corpora', import.meta.url).pathname;

const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
    bombs: { type: 'boolean', default: false },
    types: { type: 'string', default: '' },
  },
});
const types = values.types.split(',').filter((type) => type !== '');
const server = await ServerProcess.start({
  env: {
    ...eventLoopMonitored,
    CAIRN_TRANSFORMS: 'anything',
    CAIRN_RATE_UPLOADS: '0',
    CAIRN_RATE_REQUESTS: '0',
    CAIRN_IMAGE_QUOTA: '1000000',
    CAIRN_LOG_LEVEL: 'error',
    // Metadata cannot be cut out of TIFF.
    ...(types.length > 0 && { CAIRN_IMAGE_TYPES: types.join(','), CAIRN_METADATA: 'keep' }),
  },
});
const mostMemory = types.length > 0 ? MOST_MEMORY_OF_FURTHER_TYPES : MOST_MEMORY;
const faults = [];
const visitor = new Visitor(server, types);
const peak = watchMemory(server.pid);
try {
  if (!values.bombs) await visitAll(await files());
  await sendBombs();
} finally {
  const memory = peak();
  await visitor.stop();
  await server.dispose();
  console.log(visitor.summary());
  console.log(`At most ${Math.round(memory / MIB)} MiB over all processes (≤ ${mostMemory / MIB}).`);
  if (memory > mostMemory) faults.push('Too much memory.');
  for (const fault of [...visitor.faults, ...faults]) console.log(`WRONG ${fault}`);
  process.exitCode = visitor.faults.length + faults.length === 0 ? 0 : 1;
}

async function files() {
  if (values.folder === undefined) {
    await mkdir(CACHE, { recursive: true });
    return await imagesOfSources(CACHE);
  }
  const names = await readdir(values.folder, { recursive: true });
  const paths = names.map((name) => join(values.folder, name));
  const isFile = await Promise.all(paths.map(async (path) => (await stat(path)).isFile()));
  return paths.filter((_, index) => isFile[index]).sort();
}

async function visitAll(paths) {
  console.log(`${paths.length} files, each as it is and damaged in ${values.mutations} ways`);
  const queue = paths.entries();
  const work = async () => {
    for (const [index, path] of queue) await visitKinds(path, index);
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
}

async function visitKinds(path, index) {
  const bytes = await readFile(path);
  const name = path.split('/').at(-1);
  await visitor.visit(name, bytes);
  for (let kind = 1; kind <= Number(values.mutations); kind += 1) {
    const random = randomOf(Number(values.seed) * 1_000_003 + index * 101 + kind);
    await visitor.visit(`${name}, damaged by ${values.seed}:${index}:${kind}`, mutated(bytes, random));
  }
}

async function sendBombs() {
  for (const [name, bytes] of Object.entries(await bombs())) {
    const { status, ms } = await send(name, bytes);
    if (status < 400) faults.push(`${name}: ${status}`);
    if (ms > MOST_BOMB_MS) faults.push(`${name} took ${Math.round(ms)} ms.`);
  }
  for (const [name, bytes] of Object.entries({ ...neutral(), ...(await crumbs()) })) {
    const { ms } = await send(name, bytes);
    if (ms > MOST_CRUMBS_MS) faults.push(`${name} took ${Math.round(ms)} ms.`);
    await visitor.visit(name, bytes);
  }
}

/** Sends it to be uploaded, and tells what came of it and how long Cairn did nothing else. */
async function send(name, bytes) {
  const since = Date.now();
  const { status, ms } = await fastest(bytes, bytes.length > MIB ? 1 : TRIES);
  const blockedMs = longestBlockMs(server.output(), since);
  const facts = [`${String(Math.round(ms)).padStart(6)} ms`, status, `blocked ${blockedMs} ms`.padStart(15)];
  console.log(`${facts.join('  ')}  ${name} (${bytes.length.toLocaleString('en')} bytes)`);
  if (status >= 500) faults.push(`${name}: ${status}`);
  if (blockedMs > MOST_BLOCKED_MS) faults.push(`${name} blocked the event loop for ${blockedMs} ms.`);
  return { status, ms };
}

/** The fastest of some tries, as other programs run on the machine. */
async function fastest(bytes, most) {
  const tries = [];
  for (let left = most; left > 0; left -= 1) {
    const since = performance.now();
    const answer = await server.fetch('/api/upload', {
      method: 'POST',
      body: uploadForm({ bytes, name: 'bomb' }),
    });
    await answer.arrayBuffer();
    tries.push({ status: answer.status, ms: performance.now() - since });
  }
  return tries.sort((one, other) => one.ms - other.ms)[0];
}
