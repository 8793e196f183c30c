import type { IncomingMessage } from 'node:http';
import { ANONYMOUS, type Caller } from '@cairn/spaces';
import { Inject, Injectable } from '@nestjs/common';
import { exchangeOf } from '../http/exchange.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';

/** Tells who calls the spaces API: the account of the key that was sent, or `ANONYMOUS`. */
@Injectable()
export class HubCallers {
  constructor(@Inject(SERVER_SETTINGS) private readonly settings: ServerSettings) {}

  of(request: IncomingMessage): Caller {
    const { caller } = exchangeOf(request);
    return {
      owner: caller?.accountId ?? ANONYMOUS,
      administrator: caller?.scopes.includes('admin') ?? false,
      anonymousAllowed: this.settings.hubAuth === 'anonymous',
    };
  }
}
