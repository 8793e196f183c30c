import type { CairnClient, CallOptions, Features, Tiles } from './index.js';

export type Sends = Promise<unknown> | AsyncIterable<unknown>;
/** The methods of a part of the client that send a request. */
type Sending<T> = {
  [K in keyof T as T[K] extends (...args: never[]) => Sends ? K : never]: (
    client: CairnClient,
    options: CallOptions,
  ) => Sends;
};
interface Rows {
  readonly client: Sending<CairnClient>;
  readonly features: Sending<Features>;
  readonly tiles: Sending<Tiles>;
}

const bytes = new Uint8Array(9);
const point = { type: 'Feature', geometry: null, properties: {} } as const;

/** Every method that sends a request. A method without a row does not compile. */
const rows: Rows = {
  client: {
    call: (client, options) => client.call('POST /api/keys', { body: { name: 'k', scopes: [] }, ...options }),
    answer: (client, options) => client.answer('GET /api/quota', options),
    open: async (client, options) =>
      (await client.open('GET /cdn/{address}', { params: { address: 'a/b.jpg' }, ...options })).body,
    list: (client, options) => client.list('GET /api/keys', options),
    upload: (client, options) => client.upload(bytes, options),
    knownFiles: (client, options) => client.knownFiles({ sizes: [1] }, options),
    events: (client, options) => client.events({ ...options, retry: options.retry ?? false }),
    health: (client, options) => client.health(options),
  },
  features: {
    get: (client, options) => client.features.get('s', 'f', options),
    getMany: (client, options) => client.features.getMany('s', ['f'], options),
    search: (client, options) => client.features.search('s', options),
    iterate: (client, options) => client.features.iterate('s', options),
    put: (client, options) => client.features.put('s', { ...point, id: 'f' }, options),
    patch: (client, options) => client.features.patch('s', { id: 'f' }, options),
    putMany: (client, options) => client.features.putMany('s', [point], options),
    deleteMany: (client, options) => client.features.deleteMany('s', { ids: ['f'] }, options),
    import: (client, options) => client.features.import('s', [point], options),
    previewFile: (client, options) => client.features.previewFile('s', bytes, options),
    importFile: (client, options) => client.features.importFile('s', bytes, options),
    export: (client, options) => client.features.export('s', options),
  },
  tiles: { makeArchive: (client, options) => client.tiles.makeArchive('s', options) },
};

/** The name of each method, and how it is called. */
export const everyMethod = Object.entries(rows).flatMap(([part, methods]) =>
  Object.entries(methods as Readonly<Record<string, Rows['tiles']['makeArchive']>>).map(([name, run]) => ({
    name: `${part}.${name}`,
    run,
  })),
);
