import type { AbstractNewable, Container } from 'inversify';

/** What a class or port is asked for by: itself. */
export type Token<T> = AbstractNewable<T>;

/** A class that says which ports it is made of, each under the name that its constructor has for it. */
type UseCase<T> = Token<T> & { readonly ports: Readonly<Record<string, Token<object>>> };

/**
 * The one object of a class. A use case is bound when it is asked for first, by what it says of itself: no list names it.
 * @throws {Error} where the class is neither a use case nor a port that has been bound.
 */
export function resolve<T>(container: Container, token: Token<T>): T {
  if (isUseCase(token) && !container.isBound(token)) bindUseCase(container, token);
  return container.get(token);
}

function bindUseCase<T>(container: Container, useCase: UseCase<T>): void {
  const names = Object.keys(useCase.ports);
  const make = (...ports: readonly unknown[]): T =>
    Reflect.construct(useCase, [Object.fromEntries(names.map((name, index) => [name, ports[index]]))]) as T;
  container.bind(useCase).toResolvedValue(make, Object.values(useCase.ports)).inSingletonScope();
}

function isUseCase<T>(token: Token<T>): token is UseCase<T> {
  return 'ports' in token;
}
