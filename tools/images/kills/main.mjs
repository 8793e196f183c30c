/**
 * Kills processes that render, and then the server, at random times under load. Every answer must be the image that a
 * server that is left alone gives, byte for byte, or a 503 where a process was killed; a server that starts again must
 * not serve half an image, and no process may outlive its server.
 *
 * `--workers 100`, `--servers 50`, `--seed 1`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newKey, ServerProcess } from '@cairn/harness';
import { randomOf } from '../random.mjs';
import { killServers } from './kill-servers.mjs';
import { killWorkers } from './kill-workers.mjs';
import { Gallery } from './gallery.mjs';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '100' },
    servers: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const SETTINGS = {
  CAIRN_TRANSFORMS: 'anything',
  CAIRN_RATE_UPLOADS: '0',
  CAIRN_RATE_REQUESTS: '0',
  CAIRN_MAX_RENDERS: '2',
  CAIRN_LOG_LEVEL: 'error',
};
const random = randomOf(Number(values.seed));
const folder = await mkdtemp(join(tmpdir(), 'cairn-kills-'));
const undisturbed = await ServerProcess.start({ env: SETTINGS });
const faults = [];
try {
  const gallery = await Gallery.make();
  const expected = await gallery.uploadedTo(undisturbed);
  // Nothing is kept, so that every image is rendered.
  const forgetful = await ServerProcess.start({
    env: { ...SETTINGS, CAIRN_DERIVATIVES: '0', CAIRN_FILE_CACHE: '0' },
  });
  try {
    const images = await gallery.uploadedTo(forgetful);
    faults.push(
      ...(await killWorkers({ server: forgetful, images, expected, random, kills: Number(values.workers) })),
    );
  } finally {
    await forgetful.dispose();
  }
  const key = newKey();
  const start = async () => await ServerProcess.start({ env: SETTINGS, dataDir: folder, key });
  faults.push(...(await killServers({ start, gallery, expected, random, kills: Number(values.servers) })));
} finally {
  await undisturbed.dispose();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.log(`WRONG ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
