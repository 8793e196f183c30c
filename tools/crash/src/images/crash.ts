import { killServer, type Cycle, type KillOptions } from '../kills.js';
import { auditFolder } from './audit.js';
import { Reopening } from './reopening.js';
import { FOR_GOOD, ImageRequests, Ledger } from './requests.js';

const CLIENTS = 8;
const MAX_DELAY_MS = 600;

/** Kills a server while images come and go. */
export async function crashImages(options: KillOptions): Promise<readonly Cycle[]> {
  const env = { ...FOR_GOOD, ...options.env };
  return await killServer({ ...options, env }, (random) => {
    const ledger = new Ledger();
    let done = { upload: 0, delete: 0, copy: 0 };
    return {
      load: async (server) => {
        const requests = new ImageRequests(server, ledger);
        done = { upload: 0, delete: 0, copy: 0 };
        return {
          mostMs: MAX_DELAY_MS,
          hasBegun: () => done.upload + done.delete > 0,
          steps: Array.from({ length: CLIENTS }, () => async () => {
            const answer = await requests.anyOrCopy(random);
            if (answer.what === 'copy' && answer.isRefused) return undefined;
            const { what, response, body } = answer;
            if (!response.ok) return `${what} answered ${response.status} ${JSON.stringify(body)}`;
            done[what] += 1;
            return undefined;
          }),
        };
      },
      verify: async (server) => {
        const { counts, faults } = await new Reopening(server, ledger).check();
        const acknowledged = {
          'uploads acknowledged': done.upload,
          'copies acknowledged': done.copy,
          'deletes acknowledged': done.delete,
        };
        return { counts: { ...acknowledged, ...counts }, faults };
      },
      audit: async (dataDir) => {
        const { counts, faults } = await auditFolder(dataDir, ledger);
        const stored = ledger.in('stored');
        const hidden = stored.filter((image) => image.sha256 !== image.stored.sha256).length;
        const own = { 'images stored': stored.length, 'of these with hidden metadata': hidden };
        return {
          counts: { ...counts, ...own, 'of these copies': stored.length - ledger.blobs.size },
          faults,
        };
      },
    };
  });
}
