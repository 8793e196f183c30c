import type { Application, Token } from '@cairn/composition';
import type { Provider, Type } from '@nestjs/common';
import { SELF_DECLARED_DEPS_METADATA } from '@nestjs/common/constants.js';

/** What `@Inject` notes of a parameter. */
interface Injected {
  readonly param: unknown;
}

/**
 * Provides what the controllers inject and `own` does not have: it comes from the application. So a use case is named
 * where it is used, and nowhere else.
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
