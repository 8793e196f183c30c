import { ServerProcess, type ServerOptions } from '@cairn/harness';
import { environments, type OpenedStores } from '@cairn/services';
import { afterAll, beforeAll, describe } from '@jest/globals';

/** Starts a server on stores of its own, of the same kinds. */
export type StartServer = (options?: ServerOptions) => Promise<ServerProcess>;

/** How many blobs the stores of the server hold that the tests talk to; `undefined` where only it could tell. */
export type CountBlobs = () => Promise<number | undefined>;

interface Tests {
  /** Takes the server that the tests talk to. */
  readonly use: (server: ServerProcess) => unknown;
  readonly declare: (start: StartServer, countBlobs: CountBlobs) => void;
  /** Whether the tests ask for more at once than a stand-in can take. */
  readonly load?: 'heavy';
}

/** Starts a server on the stores, which are removed when it is disposed of. */
export async function startOn(stores: OpenedStores, options: ServerOptions = {}): Promise<ServerProcess> {
  const { env, close } = stores;
  return await ServerProcess.start({ release: close, ...options, env: { ...env, ...options.env } });
}

/** Declares the tests once for each pair of stores, against a server that runs on them. */
export function inEveryEnvironment({ use, declare, load }: Tests): void {
  for (const environment of environments) {
    const { name, missing, slow } = environment;
    describeIf(name, missing ?? (load === 'heavy' ? slow : undefined), () => {
      let server: ServerProcess;
      let stores: OpenedStores;
      beforeAll(async () => {
        stores = await environment.open();
        server = await startOn(stores);
        await use(server);
      });
      afterAll(() => server.dispose());
      const startAnother: StartServer = async (options) => startOn(await environment.open(), options);
      declare(startAnother, () => stores.countBlobs(server.dataDir));
    });
  }
}

/** Declares the tests, or skips them where there is a reason, which is printed. */
export function describeIf(name: string, reason: string | undefined, declare: () => void): void {
  if (reason !== undefined) process.stderr.write(`Not tested: ${name}, as ${reason}\n`);
  (reason === undefined ? describe : describe.skip)(name, declare);
}
