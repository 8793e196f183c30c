import type { Repositories, RepositoryCalls, SimpleRepositories } from '../../repositories.js';
import type { Access } from '../../sql/repository.js';
import { cached, isOpen } from './cached.js';
import { RemoteFeatureStore } from './remote-feature-store.js';
import type { SharedCounter } from '../connection/shared-counter.js';
import { CALLS } from './messages.js';
import type { ThreadPool } from './thread-pool.js';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** The repositories of a SQLite file. Calls are executed in its threads. */
export async function remoteRepositories(pool: ThreadPool, version: SharedCounter): Promise<Repositories> {
  const remote = (repository: string, method: string, how: Access): Method => {
    if (how === 'write') return (...args) => pool.write({ repository, method, args });
    const read: Method = (...args) => pool.read({ repository, method, args });
    if (how === 'read') return read;
    return how === 'cached' ? cached(version, read) : cached(version, read, isOpen);
  };
  const calls = (await pool.read({ repository: CALLS, method: 'all', args: [] })) as RepositoryCalls;
  const repositories = Object.entries(calls).map(([name, methods]) => {
    const entries = Object.entries(methods).map(([method, how]) => [method, remote(name, method, how)]);
    return [name, Object.fromEntries(entries)] as const;
  });
  return {
    // The thread has the same repositories. Each call returns what the repository there returns.
    ...(Object.fromEntries(repositories) as SimpleRepositories),
    features: new RemoteFeatureStore(pool, version),
  };
}
