import type { IncomingMessage } from 'node:http';
import { grants } from '@cairn/access';
import { ANONYMOUS } from '@cairn/spaces';
import { requestContextOf } from '../http/request-context.js';
import type { ServerSettings } from '../settings/settings.js';
import type { HubCaller } from './rights.js';

/** Determines the caller of the spaces API: the account of the key, or `ANONYMOUS`. */
export class HubCallers {
  constructor(private readonly settings: Pick<ServerSettings, 'hubAuth'>) {}

  of(request: IncomingMessage): HubCaller {
    const { principal } = requestContextOf(request);
    const { hubAuth } = this.settings;
    const anonymousAllowed = hubAuth !== 'required';
    return principal.kind === 'anonymous'
      ? {
          owner: ANONYMOUS,
          administrator: hubAuth === 'open',
          anonymousAllowed,
          mayRead: anonymousAllowed,
          mayWrite: anonymousAllowed,
        }
      : {
          owner: principal.caller.accountId,
          administrator: principal.caller.scopes.includes('admin'),
          anonymousAllowed,
          mayRead: grants(principal.caller.scopes, 'spaces:read'),
          mayWrite: grants(principal.caller.scopes, 'spaces:write'),
        };
  }
}
