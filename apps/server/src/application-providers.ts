import type { Application, Token } from '@cairn/composition';
import type { Provider, Type } from '@nestjs/common';
import { SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';

/** The metadata that `@Inject` stores for a parameter. */
interface Injected {
  readonly param: unknown;
}

/**
 * Provides dependencies of controllers that are not in `own`: they come from the application. So a use case is named
 * only where it is used.
 */
export function applicationProviders(
  controllers: readonly Type[],
  own: readonly Provider[],
  application: Pick<Application, 'get'>,
): Provider[] {
  const known = new Set<unknown>(
    own.map((provider) => ('provide' in provider ? provider.provide : provider)),
  );
  const injected = controllers.flatMap(
    (controller) =>
      (Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, controller) ?? []) as readonly Injected[],
  );
  const classes = injected.map(({ param }) => param).filter(isToken);
  return [...new Set(classes)]
    .filter((token) => !known.has(token))
    .map((token) => ({ provide: token, useFactory: (): object => application.get(token) }));
}

function isToken(param: unknown): param is Token<object> {
  return typeof param === 'function';
}
