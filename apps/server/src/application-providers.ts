import type { Application, Token } from '@cairn/composition';
import { Inject, type Provider } from '@nestjs/common';

const tokens = new Set<Token<object>>();

/** Injects a use case or a port of the application. It is named where it is used, and nowhere else. */
export function FromApplication(token: Token<object>): ReturnType<typeof Inject> {
  tokens.add(token);
  return Inject(token);
}

/** Providers of everything that is injected `FromApplication`: of all classes that are loaded by then. */
export function applicationProviders(application: Pick<Application, 'get'>): Provider[] {
  return [...tokens].map((token) => ({
    provide: token,
    useFactory: (): object => application.get(token),
  }));
}
