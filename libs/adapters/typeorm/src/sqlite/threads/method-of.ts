export type Repositories = Readonly<Record<string, object>>;

type Method = (...args: readonly unknown[]) => unknown;

/** @throws {Error} if there is no such method. */
export function methodOf(repositories: Repositories, name: string, method: string): Method {
  const repository = repositories[name];
  const found: unknown = repository && Reflect.get(repository, method);
  if (typeof found !== 'function') throw new Error(`There is no method ${name}.${method}.`);
  return (...args) => Reflect.apply(found, repository, args) as unknown;
}
