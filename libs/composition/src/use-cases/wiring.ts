import type { AbstractNewable, Container } from 'inversify';

/** Identifies a use case or a port: its class. */
export type Token<T> = AbstractNewable<T>;

/** A class that declares the ports it needs, by the names that its constructor uses. */
type UseCase<T> = Token<T> & { readonly ports: Readonly<Record<string, Token<object>>> };

/**
 * Returns the only instance of a class. A use case is bound on first use, from the ports it declares, so no list names it.
 * @throws {Error} if the class is neither a use case nor a bound port.
 */
export function resolve<T>(container: Container, token: Token<T>): T {
  if (isUseCase(token) && !container.isBound(token)) bindUseCase(container, token);
  return container.get(token);
}

function bindUseCase<T>(container: Container, useCase: UseCase<T>): void {
  for (const port of Object.values(useCase.ports))
    if (isUseCase(port) && !container.isBound(port)) bindUseCase(container, port);
  const names = Object.keys(useCase.ports);
  const make = (...ports: readonly unknown[]): T =>
    Reflect.construct(useCase, [Object.fromEntries(names.map((name, index) => [name, ports[index]]))]) as T;
  container.bind(useCase).toResolvedValue(make, Object.values(useCase.ports)).inSingletonScope();
}

/** Whether a class names its ports. */
export function isUseCase<T>(token: Token<T>): token is UseCase<T> {
  return 'ports' in token;
}
