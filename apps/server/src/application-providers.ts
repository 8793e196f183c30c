import type { Application, Token } from '@cairn/composition';
import { Inject, type Provider } from '@nestjs/common';

const tokens = new Set<Token<object>>();

/** Injects a use case or a port of the application. Nothing else needs to name it. */
export function FromApplication(token: Token<object>): ReturnType<typeof Inject> {
  tokens.add(token);
  return Inject(token);
}

/** The providers of everything that is injected `FromApplication` by the classes loaded so far. */
export function applicationProviders(application: Pick<Application, 'get'>): Provider[] {
  return [...tokens].map((token) => ({
    provide: token,
    useFactory: (): object => application.get(token),
  }));
}
