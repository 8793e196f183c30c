import { newKey, Random, ServerProcess, UNLIMITED } from '@cairn/harness';
import { killRepeatedly, killUnderLoad, type Cycle, type KillOptions } from '../kills.js';
import { auditFolder } from './audit.js';
import { Ledger } from './ledger.js';
import { Reopening } from './reopening.js';
import { ImageRequests } from './requests.js';

const CLIENTS = 8;
const MAX_DELAY_MS = 600;

/** Kills a server while images come and go, restarts it on the same data and checks every promise. */
export async function crashImages(options: KillOptions): Promise<readonly Cycle[]> {
  const { seed, control } = options;
  return await killRepeatedly(options, (dataDir) => {
    const [key, ledger, random] = [newKey(), new Ledger(), new Random(seed)];
    const start = (env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
      ServerProcess.start({ dataDir, key, env: { ...UNLIMITED, CAIRN_LOG_LEVEL: 'error', ...env } });

    /** One that acknowledges uploads and deletes, and is killed. */
    const work = async () => {
      const server = await start(control?.env);
      const requests = new ImageRequests(server, ledger);
      const done = { upload: 0, delete: 0 };
      const faults = await killUnderLoad(server, {
        random,
        mostMs: MAX_DELAY_MS,
        hasBegun: () => done.upload + done.delete > 0,
        steps: Array.from({ length: CLIENTS }, () => async () => {
          const { what, response, body } = await requests.any(random);
          if (!response.ok) return `${what} answered ${response.status} ${JSON.stringify(body)}`;
          done[what] += 1;
          return undefined;
        }),
      });
      return { counts: { 'uploads acknowledged': done.upload, 'deletes acknowledged': done.delete }, faults };
    };

    const check = async (): Promise<Cycle> => {
      const server = await start();
      const reopened = await new Reopening(server, ledger).check().finally(() => server.end('SIGTERM'));
      const audited = await auditFolder(dataDir, ledger);
      return {
        counts: { ...reopened.counts, ...audited.counts, 'images stored': ledger.in('stored').length },
        faults: [...reopened.faults, ...audited.faults],
      };
    };

    return {
      cycle: async () => {
        if (control?.before !== undefined) {
          await (await start()).end('SIGTERM');
          await control.before(dataDir);
        }
        const worked = await work();
        await control?.after?.(dataDir);
        if (worked.faults.length > 0) return worked;
        const checked = await check();
        return { counts: { ...worked.counts, ...checked.counts }, faults: checked.faults };
      },
    };
  });
}
