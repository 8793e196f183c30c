import { FairSemaphore } from '@cairn/kernel';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Repositories whose calls take turns before they wait for a connection of the pool: by whose rows they are about, however
 * many calls there are for one account. That is their first argument, an account or a space. One call can be under way for
 * each connection, the last one for somebody who has none.
 */
export function inTurns<Repositories extends Readonly<Record<keyof Repositories, object>>>(
  repositories: Repositories,
  maxConnections: number,
): Repositories {
  const turns = new FairSemaphore({ count: Math.max(2, maxConnections), reserved: 1 });
  const entries = Object.entries<object>(repositories);
  // Each has the methods that it had.
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
