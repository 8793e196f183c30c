import { FairSemaphore } from '@cairn/kernel';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** As many calls run as there are connections; the last connection is for a holder without any. */
export const turnsFor = (maxConnections: number): FairSemaphore =>
  new FairSemaphore({ count: Math.max(2, maxConnections), reserved: 1 });

/**
 * Makes the calls of repositories take turns before they wait for a connection of the pool, so that one account cannot
 * occupy the pool. The turn is that of the account or space in the first argument.
 */
export function inTurns<Repositories extends Readonly<Record<keyof Repositories, object>>>(
  repositories: Repositories,
  turns: FairSemaphore,
): Repositories {
  const entries = Object.entries<object>(repositories);
  // Each copy has the same methods.
  return Object.fromEntries(entries.map(([name, one]) => [name, callsInTurns(one, turns)])) as Repositories;
}

function callsInTurns(repository: object, turns: FairSemaphore): object {
  const methods = new Map<PropertyKey, Method>();
  return new Proxy(repository, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const known = methods.get(name);
      if (known !== undefined) return known;
      const method: Method = async (...args) => {
        const [whose] = args;
        const holder = typeof whose === 'string' ? whose : '';
        return await turns.run({ holder }, async () => (await Reflect.apply(value, target, args)) as unknown);
      };
      methods.set(name, method);
      return method;
    },
  });
}
