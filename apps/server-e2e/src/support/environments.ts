import { ServerProcess, type ServerOptions } from '@cairn/harness';
import { everyStore, type Environment, type OpenedStores } from '@cairn/services';
import { afterAll, beforeAll, describe } from '@jest/globals';

/** Starts a server on new stores of the same types. */
export type StartServer = (options?: ServerOptions) => Promise<ServerProcess>;

/** Counts the blobs in the store of the tested server. `undefined` if the store can be read only through the server. */
export type CountBlobs = () => Promise<number | undefined>;

interface Tests {
  /** Of the tested server. They are read when it is started. */
  readonly options?: () => ServerOptions;
  /** Receives the server to test. */
  readonly use: (server: ServerProcess) => unknown;
  readonly declare: (start: StartServer, countBlobs: CountBlobs) => void;
}

/** Starts a server on the stores. Disposing of the server removes them. */
export async function startOn(stores: OpenedStores, options: ServerOptions = {}): Promise<ServerProcess> {
  const { env, close } = stores;
  return await ServerProcess.start({ release: close, ...options, env: { ...env, ...options.env } });
}

/** Declares the tests for pairs that hold every durable store once, with a server running on them. */
export function onEveryStore(tests: Tests): void {
  onPairs(everyStore, tests);
}

/** Declares the tests for each of the pairs, with a server running on it. */
export function onPairs(pairs: readonly Environment[], { options, use, declare }: Tests): void {
  for (const environment of pairs)
    describe(environment.name, () => {
      let server: ServerProcess;
      let stores: OpenedStores;
      beforeAll(async () => {
        stores = await environment.open();
        server = await startOn(stores, options?.());
        await use(server);
      });
      afterAll(() => server.dispose());
      const startAnother: StartServer = async (options) => startOn(await environment.open(), options);
      declare(startAnother, () => stores.countBlobs(server.dataDir));
    });
}
