import type { AbstractNewable, ContainerModuleLoadOptions } from 'inversify';

/** What a class or port is asked for by: itself. */
export type Token<T> = AbstractNewable<T>;

type Tokens<Ports> = { readonly [Name in keyof Ports]: Token<Ports[Name]> };

/**
 * Binds an undecorated class whose constructor takes one object of ports; each port must be asked for by a token of
 * its own type, so a forgotten, misspelt or swapped one does not compile.
 */
export function bindClass<Ports extends object, T>(
  { bind }: ContainerModuleLoadOptions,
  constructor: new (ports: Ports) => T,
  tokens: Tokens<Ports>,
): void {
  const names = Object.keys(tokens);
  const resolve = (...ports: unknown[]): T =>
    new constructor(Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Ports);
  bind(constructor).toResolvedValue(resolve, Object.values<Token<unknown>>(tokens)).inSingletonScope();
}
