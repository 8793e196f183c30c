import type { IncomingMessage } from 'node:http';
import { grants } from '@cairn/accounts';
import { ANONYMOUS } from '@cairn/spaces';
import { Inject, Injectable } from '@nestjs/common';
import { exchangeOf } from '../http/exchange.js';
import { SERVER_SETTINGS, type ServerSettings } from '../settings/settings.js';
import type { HubCaller } from './rights.js';

/** Tells who calls the spaces API: the account of the key that was sent, or `ANONYMOUS`. */
@Injectable()
export class HubCallers {
  constructor(@Inject(SERVER_SETTINGS) private readonly settings: ServerSettings) {}

  of(request: IncomingMessage): HubCaller {
    const { caller } = exchangeOf(request);
    const { hubAuth } = this.settings;
    const anonymousAllowed = hubAuth !== 'required';
    return caller === undefined
      ? {
          owner: ANONYMOUS,
          administrator: hubAuth === 'open',
          anonymousAllowed,
          mayRead: anonymousAllowed,
          mayWrite: anonymousAllowed,
        }
      : {
          owner: caller.accountId,
          administrator: caller.scopes.includes('admin'),
          anonymousAllowed,
          mayRead: grants(caller.scopes, 'spaces:read'),
          mayWrite: grants(caller.scopes, 'spaces:write'),
        };
  }
}
