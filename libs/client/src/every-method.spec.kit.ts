import type { CairnClient, CallOptions } from './index.js';

export type Sends = Promise<unknown> | AsyncIterable<unknown>;
/** The methods of a part of the client that send a request. */
type Sending<T> = {
  [K in keyof T as T[K] extends (...args: never[]) => Sends ? K : never]: (
    client: CairnClient,
    options: CallOptions,
  ) => Sends;
};
type Rows = {
  [K in keyof CairnClient as CairnClient[K] extends (...args: never[]) => unknown ? never : K]: Sending<
    CairnClient[K]
  >;
} & { client: Sending<CairnClient> };

const bytes = new Uint8Array(9);
const point = { type: 'Feature', geometry: null, properties: {} } as const;
const album = { type: 'album', id: 'a' } as const;

/** Every method that sends a request. A method without a row does not compile. */
const rows: Rows = {
  client: {
    call: (client, options) => client.call('POST', '/api/keys', {}, options),
    list: (client, options) => client.list('/api/keys', options),
    events: (client, options) => client.events({ ...options, retry: options.retry ?? false }),
    quota: (client, options) => client.quota(options),
    health: (client, options) => client.health(options),
    about: (client, options) => client.about(options),
    jobs: (client, options) => client.jobs(options),
    promote: (client, options) => client.promote(options),
    retryJob: (client, options) => client.retryJob('j', {}, options),
    storageUse: (client, options) => client.storageUse(options),
    errors: (client, options) => client.errors(options),
  },
  images: {
    upload: (client, options) => client.images.upload(bytes, options),
    get: (client, options) => client.images.get('i', options),
    delete: (client, options) => client.images.delete('i', options),
    listByTag: (client, options) => client.images.listByTag('t', options),
    list: (client, options) => client.images.list(options),
    page: (client, options) => client.images.page(options),
    tags: (client, options) => client.images.tags(options),
    folders: (client, options) => client.images.folders(options),
    folderDefaults: (client, options) => client.images.folderDefaults(options),
    setFolderDefault: (client, options) => client.images.setFolderDefault('f', 'public', options),
    update: (client, options) => client.images.update('i', {}, options),
    tagMany: (client, options) => client.images.tagMany(['i'], {}, options),
    showMany: (client, options) => client.images.showMany(['i'], 'public', options),
    deleteMany: (client, options) => client.images.deleteMany(['i'], options),
  },
  albums: {
    list: (client, options) => client.albums.list(options),
    get: (client, options) => client.albums.get('a', options),
    create: (client, options) => client.albums.create({ title: 't' }, options),
    update: (client, options) => client.albums.update('a', {}, options),
    delete: (client, options) => client.albums.delete('a', options),
    images: (client, options) => client.albums.images('a', options),
    place: (client, options) => client.albums.place('a', ['i'], options),
    upload: (client, options) => client.albums.upload('a', bytes, options),
    take: (client, options) => client.albums.take('a', ['i'], options),
  },
  trash: {
    list: (client, options) => client.trash.list(options),
    restore: (client, options) => client.trash.restore({ ids: ['i'] }, options),
    delete: (client, options) => client.trash.delete('e', options),
    empty: (client, options) => client.trash.empty(options),
  },
  links: {
    list: (client, options) => client.links.list(options),
    create: (client, options) => client.links.create({ resource: album }, options),
    revoke: (client, options) => client.links.revoke('l', options),
  },
  shared: {
    get: (client, options) => client.shared.get('s', options),
    list: (client, options) => client.shared.list('s', options),
    upload: (client, options) => client.shared.upload('s', bytes, options),
    unlock: (client, options) => client.shared.unlock('s', 'p', options),
  },
  grants: {
    give: (client, options) =>
      client.grants.give({ resource: album, to: { type: 'user', id: 'u' }, role: 'viewer' }, options),
    list: (client, options) => client.grants.list(options),
    received: (client, options) => client.grants.received(options),
    take: (client, options) => client.grants.take('g', options),
  },
  groups: {
    create: (client, options) => client.groups.create({ name: 'g' }, options),
    list: (client, options) => client.groups.list(options),
    update: (client, options) => client.groups.update('g', {}, options),
    delete: (client, options) => client.groups.delete('g', options),
  },
  access: { explain: (client, options) => client.access.explain('everyone', album, options) },
  spaces: {
    create: (client, options) => client.spaces.create({ title: 't' }, options),
    list: (client, options) => client.spaces.list(options),
    get: (client, options) => client.spaces.get('s', options),
    update: (client, options) => client.spaces.update('s', {}, options),
    delete: (client, options) => client.spaces.delete('s', options),
  },
  features: {
    get: (client, options) => client.features.get('s', 'f', options),
    getMany: (client, options) => client.features.getMany('s', ['f'], options),
    search: (client, options) => client.features.search('s', options),
    inBox: (client, options) => client.features.inBox('s', [1, 2, 3, 4], options),
    around: (client, options) => client.features.around('s', { longitude: 1, latitude: 2 }, options),
    iterate: (client, options) => client.features.iterate('s', options),
    count: (client, options) => client.features.count('s', options),
    statistics: (client, options) => client.features.statistics('s', options),
    put: (client, options) => client.features.put('s', { ...point, id: 'f' }, options),
    patch: (client, options) => client.features.patch('s', { id: 'f' }, options),
    putMany: (client, options) => client.features.putMany('s', [point], options),
    delete: (client, options) => client.features.delete('s', 'f', options),
    deleteMany: (client, options) => client.features.deleteMany('s', { ids: ['f'] }, options),
    import: (client, options) => client.features.import('s', [point], options),
    export: (client, options) => client.features.export('s', options),
  },
  tiles: {
    getTileJson: (client, options) => client.tiles.getTileJson('s', options),
    getStyle: (client, options) => client.tiles.getStyle('s', options),
    makeArchive: (client, options) => client.tiles.makeArchive('s', options),
    deleteArchive: (client, options) => client.tiles.deleteArchive('s', options),
  },
  keys: {
    create: (client, options) => client.keys.create({ name: 'k', scopes: [] }, options),
    list: (client, options) => client.keys.list(options),
    get: (client, options) => client.keys.get('k', options),
    revoke: (client, options) => client.keys.revoke('k', options),
  },
  signingKeys: {
    create: (client, options) => client.signingKeys.create({ name: 'k' }, options),
    list: (client, options) => client.signingKeys.list(options),
    revoke: (client, options) => client.signingKeys.revoke('k', options),
  },
  presets: {
    list: (client, options) => client.presets.list(options),
    get: (client, options) => client.presets.get('p', options),
    put: (client, options) => client.presets.put('p', { query: 'w=1' }, options),
    delete: (client, options) => client.presets.delete('p', options),
  },
  photoSpaces: {
    list: (client, options) => client.photoSpaces.list(options),
    put: (client, options) => client.photoSpaces.put({ path: '' }, 's', options),
    delete: (client, options) => client.photoSpaces.delete({ path: '' }, options),
  },
  accounts: {
    create: (client, options) => client.accounts.create({ name: 'a' }, options),
    list: (client, options) => client.accounts.list(options),
    get: (client, options) => client.accounts.get('a', options),
    update: (client, options) => client.accounts.update('a', {}, options),
  },
  session: {
    get: (client, options) => client.session.get(options),
    signIn: (client, options) => client.session.signIn({ name: 'n', password: 'p' }, options),
    signOut: (client, options) => client.session.signOut(options),
    list: (client, options) => client.session.list(options),
    end: (client, options) => client.session.end('s', options),
    endAll: (client, options) => client.session.endAll(options),
    changePassword: (client, options) => client.session.changePassword({ password: 'p' }, options),
    isSetupNeeded: (client, options) => client.session.isSetupNeeded(options),
    checkPasswordReset: (client, options) => client.session.checkPasswordReset('t', options),
    resetPassword: (client, options) => client.session.resetPassword({ token: 't', password: 'p' }, options),
    setUp: (client, options) => client.session.setUp({ token: 't', name: 'n', password: 'p' }, options),
  },
  users: {
    list: (client, options) => client.users.list(options),
    createPasswordReset: (client, options) => client.users.createPasswordReset('u', options),
    update: (client, options) => client.users.update('u', { role: 'owner' }, options),
    delete: (client, options) => client.users.delete('u', options),
  },
  invites: {
    create: (client, options) => client.invites.create({ role: 'member' }, options),
    list: (client, options) => client.invites.list(options),
    delete: (client, options) => client.invites.delete('i', options),
    check: (client, options) => client.invites.check('t', options),
    accept: (client, options) => client.invites.accept({ token: 't', name: 'n', password: 'p' }, options),
  },
  identities: {
    methods: (client, options) => client.identities.methods(options),
    signIn: (client, options) => client.identities.signIn({}, options),
    link: (client, options) => client.identities.link({}, options),
    list: (client, options) => client.identities.list(options),
    delete: (client, options) => client.identities.delete('i', options),
  },
  passkeys: {
    start: (client, options) => client.passkeys.start(options),
    add: (client, options) => client.passkeys.add({} as never, options),
    list: (client, options) => client.passkeys.list(options),
    delete: (client, options) => client.passkeys.delete('p', options),
    startSignIn: (client, options) => client.passkeys.startSignIn(options),
    signIn: (client, options) => client.passkeys.signIn({} as never, options),
  },
};

/** The name of each method, and how it is called. */
export const everyMethod = Object.entries(rows).flatMap(([part, methods]) =>
  Object.entries(methods as Readonly<Record<string, Rows['images']['get']>>).map(([name, run]) => ({
    name: `${part}.${name}`,
    run,
  })),
);
