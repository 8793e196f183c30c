import type { Repositories } from '../../repositories.js';
import { remembered } from './remembered.js';
import type { SharedCounter } from './shared-counter.js';
import type { ThreadPool } from './thread-pool.js';

/** `remembered` is a read that nearly every request needs: it is answered from memory until anything is written. */
type Access = 'read' | 'remembered' | 'write';

/** How each method is carried out. One that is not here does not compile. */
const access: {
  readonly [Name in keyof Repositories]: { readonly [Method in keyof Repositories[Name]]: Access };
} = {
  accounts: { addFirst: 'write', add: 'write', get: 'read', list: 'read' },
  keys: {
    add: 'write',
    findByDigest: 'remembered',
    get: 'read',
    list: 'read',
    revoke: 'write',
    touch: 'write',
  },
  catalog: {
    add: 'write',
    remove: 'write',
    get: 'remembered',
    findFile: 'remembered',
    freedAddresses: 'read',
    listByTag: 'read',
    usage: 'remembered',
    setQuota: 'write',
    listBlobs: 'read',
    needsBlob: 'read',
  },
  installations: { find: 'read', claim: 'write' },
  spaces: { add: 'write', get: 'remembered', list: 'read', update: 'write', remove: 'write' },
  outbox: { list: 'read', position: 'read', advance: 'write', prune: 'write' },
  openings: { add: 'write' },
};

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The repositories of a SQLite file, each call carried out in one of its threads. */
export function remoteRepositories(pool: ThreadPool, version: SharedCounter): Repositories {
  const carriedOut = (name: string, method: string, how: Access): Method => {
    if (how === 'write') return (...args) => pool.write(name, method, args);
    const read: Method = (...args) => pool.read(name, method, args);
    return how === 'read' ? read : remembered(version, read);
  };
  const remote = <Name extends keyof Repositories>(name: Name): Repositories[Name] => {
    const methods = Object.entries<Access>(access[name]);
    const calls = methods.map(([method, how]) => [method, carriedOut(name, method, how)]);
    // Complete by the type of `access`; each call gives what the repository in the thread gives.
    return Object.fromEntries(calls) as Repositories[Name];
  };
  return {
    accounts: remote('accounts'),
    keys: remote('keys'),
    catalog: remote('catalog'),
    installations: remote('installations'),
    spaces: remote('spaces'),
    outbox: remote('outbox'),
    openings: remote('openings'),
  };
}
