import type { Repositories } from '../../repositories.js';
import { cached, isOpen } from './cached.js';
import { RemoteFeatureStore } from './remote-feature-store.js';
import type { SharedCounter } from '../connection/shared-counter.js';
import type { ThreadPool } from './thread-pool.js';

/** `cached` is for reads that nearly every request needs: they are answered from memory until anything is written. */
type Access = 'read' | 'cached' | 'cached-if-open' | 'write';

/** Repositories whose methods are all simple calls. */
type Remote = Exclude<keyof Repositories, 'features'>;

/** How each method is executed. A missing method does not compile. */
const access: {
  readonly [Name in Remote]: { readonly [Method in keyof Repositories[Name]]: Access };
} = {
  accounts: { addFirst: 'write', add: 'write', get: 'read', list: 'read' },
  keys: {
    add: 'write',
    findByDigest: 'cached',
    get: 'read',
    list: 'read',
    listUsable: 'read',
    revoke: 'write',
    touch: 'write',
  },
  users: {
    hasAny: 'read',
    admit: 'write',
    findByName: 'read',
    get: 'read',
    find: 'read',
    list: 'read',
    changePassword: 'write',
    resetPassword: 'write',
    changeRole: 'write',
    remove: 'write',
  },
  sessions: {
    add: 'write',
    find: 'cached',
    list: 'read',
    listLive: 'read',
    touch: 'write',
    remove: 'write',
    removeAll: 'write',
  },
  invites: { openSetup: 'write', add: 'write', find: 'read', list: 'read', remove: 'write' },
  grants: { give: 'write', get: 'read', heldBy: 'cached', list: 'read', remove: 'write' },
  groups: { add: 'write', list: 'read', change: 'write', remove: 'write' },
  links: { add: 'write', findByDigest: 'cached', get: 'read', list: 'read', use: 'write', remove: 'write' },
  identities: { add: 'write', findUser: 'read', list: 'read', remove: 'write' },
  passkeys: { add: 'write', find: 'read', list: 'read', use: 'write', remove: 'write' },
  challenges: { add: 'write', find: 'read', take: 'write' },
  catalog: {
    add: 'write',
    remove: 'write',
    getRemoved: 'read',
    restore: 'write',
    get: 'cached',
    find: 'read',
    takenIds: 'read',
    describe: 'write',
    listUndescribed: 'read',
    findFile: 'cached-if-open',
    freedAddresses: 'read',
    listByTag: 'read',
    list: 'read',
    listTags: 'read',
    listFolders: 'read',
    changeTags: 'write',
    changeVisibility: 'write',
    update: 'write',
    removeAll: 'write',
    usage: 'cached',
    total: 'read',
    setQuota: 'write',
    listBlobs: 'read',
    needsBlob: 'read',
  },
  audit: { append: 'write', list: 'read', prune: 'write' },
  byteQuotas: { usage: 'read', setQuota: 'write', reserve: 'write', release: 'write' },
  albums: {
    add: 'write',
    get: 'read',
    takenIds: 'read',
    list: 'read',
    update: 'write',
    remove: 'write',
    restore: 'write',
    place: 'write',
    take: 'write',
    among: 'read',
    images: 'read',
  },
  trash: {
    list: 'read',
    find: 'read',
    purge: 'write',
    purgeExpired: 'write',
    findOverfull: 'read',
    purgeExcess: 'write',
  },
  folderDefaults: { put: 'write', remove: 'write', list: 'read', findNearest: 'read' },
  installations: {
    find: 'read',
    claim: 'write',
    restoredAt: 'read',
    markRestored: 'write',
    promote: 'write',
  },
  presets: { put: 'write', find: 'read', list: 'cached', remove: 'write' },
  signingKeys: { add: 'write', findByName: 'cached', list: 'read', remove: 'write' },
  spaces: {
    add: 'write',
    assertAddable: 'read',
    get: 'cached',
    list: 'read',
    update: 'write',
    remove: 'write',
    restore: 'write',
  },
  featureTrash: { release: 'write', want: 'write', findWanted: 'read', unwant: 'write' },
  photoLinks: {
    put: 'write',
    end: 'write',
    list: 'read',
    findDue: 'read',
    save: 'write',
    remove: 'write',
    wake: 'write',
  },
  outbox: { list: 'read', position: 'read', advance: 'write', extent: 'read', prune: 'write' },
  failedWork: {
    save: 'write',
    find: 'read',
    list: 'read',
    count: 'read',
    remove: 'write',
    retry: 'write',
    renew: 'write',
    prune: 'write',
  },
  idempotency: {
    claim: 'write',
    find: 'read',
    hold: 'write',
    noteBody: 'write',
    usage: 'read',
    keep: 'write',
    release: 'write',
    prune: 'write',
  },
  webhookEndpoints: {
    add: 'write',
    get: 'read',
    list: 'read',
    listEnabled: 'read',
    hasEnabled: 'cached',
    update: 'write',
    remove: 'write',
  },
  webhookDeliveries: {
    add: 'write',
    findDue: 'read',
    claim: 'write',
    settle: 'write',
    countPending: 'read',
    list: 'read',
    replay: 'write',
    prune: 'write',
  },
  userJobs: {
    add: 'write',
    get: 'read',
    list: 'read',
    claim: 'write',
    hold: 'write',
    advance: 'write',
    cancel: 'write',
    prune: 'write',
  },
  openings: { add: 'write' },
};

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The repositories of a SQLite file. Calls are executed in its threads. */
export function remoteRepositories(pool: ThreadPool, version: SharedCounter): Repositories {
  const carriedOut = (repository: string, method: string, how: Access): Method => {
    if (how === 'write') return (...args) => pool.write({ repository, method, args });
    const read: Method = (...args) => pool.read({ repository, method, args });
    if (how === 'read') return read;
    return how === 'cached' ? cached(version, read) : cached(version, read, isOpen);
  };
  const remote = <Name extends Remote>(name: Name): Repositories[Name] => {
    const methods = Object.entries<Access>(access[name]);
    const calls = methods.map(([method, how]) => [method, carriedOut(name, method, how)]);
    // Complete by the type of `access`. Each call returns what the repository in the thread returns.
    return Object.fromEntries(calls) as Repositories[Name];
  };
  return {
    accounts: remote('accounts'),
    keys: remote('keys'),
    users: remote('users'),
    sessions: remote('sessions'),
    invites: remote('invites'),
    grants: remote('grants'),
    groups: remote('groups'),
    links: remote('links'),
    identities: remote('identities'),
    passkeys: remote('passkeys'),
    challenges: remote('challenges'),
    catalog: remote('catalog'),
    byteQuotas: remote('byteQuotas'),
    audit: remote('audit'),
    albums: remote('albums'),
    trash: remote('trash'),
    folderDefaults: remote('folderDefaults'),
    installations: remote('installations'),
    presets: remote('presets'),
    signingKeys: remote('signingKeys'),
    spaces: remote('spaces'),
    featureTrash: remote('featureTrash'),
    photoLinks: remote('photoLinks'),
    outbox: remote('outbox'),
    failedWork: remote('failedWork'),
    idempotency: remote('idempotency'),
    webhookEndpoints: remote('webhookEndpoints'),
    webhookDeliveries: remote('webhookDeliveries'),
    userJobs: remote('userJobs'),
    openings: remote('openings'),
    features: new RemoteFeatureStore(pool, version),
  };
}
