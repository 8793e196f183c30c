import type { IncomingMessage } from 'node:http';
import {
  bearerOf,
  grants,
  LinkNotFound,
  type Caller as KnownCaller,
  type Grant,
  type Link,
} from '@cairn/access';
import { ANONYMOUS, ownerCaller, readerCaller, tokenRights, type Caller } from '@cairn/spaces';
import { requestContextOf } from '../messages/request-context.js';
import { grantedRights, joined } from './granted-rights.js';
import type { HttpSettings } from '../settings/http-settings.js';

/** Determines the caller of the spaces API: the account of the key or token, or `ANONYMOUS`. */
export class HubCallers {
  private readonly anonymousAllowed: boolean;
  private readonly anonymous: Caller;

  constructor({ hubAuth }: Pick<HttpSettings, 'hubAuth'>) {
    this.anonymousAllowed = hubAuth !== 'required';
    this.anonymous = ownerCaller({
      owner: ANONYMOUS,
      administrator: hubAuth === 'open',
      mayRead: this.anonymousAllowed,
      mayWrite: this.anonymousAllowed,
    });
  }

  of(request: IncomingMessage): Caller {
    const context = requestContextOf(request);
    const { principal, acting, held = [], holder } = context;
    if (principal.kind === 'anonymous') return { ...this.anonymous, holder };
    if (principal.kind === 'link') return { ...callerOfLink(principal.link), holder };
    // The first decision concerns the space before the change, even if the change gives it another owner.
    const onDecision: Caller['onDecision'] = ({ id, owner }) => {
      if (owner !== ANONYMOUS) context.owner ??= owner;
      context.noteUse?.({ accountId: owner, parts: [{ type: 'space', id }] });
    };
    if (principal.kind === 'token') {
      const { accountId, rights, limits } = principal.holder;
      return { owner: accountId, holder, rights: tokenRights(rights), readsShared: true, limits, onDecision };
    }
    const { anonymousAllowed } = this;
    const caller = spaceCallerOf(principal.caller, held, { anonymousAllowed });
    return { ...caller, owner: acting?.accountId ?? caller.owner, holder, onDecision };
  }
}

/** A caller of spaces, with the rights that others have granted: `held`. */
export function spaceCallerOf(
  caller: KnownCaller,
  held: readonly Grant[],
  { anonymousAllowed }: { readonly anonymousAllowed: boolean },
): Caller {
  const { accountId, scopes } = caller;
  const own = ownerCaller({
    owner: accountId,
    actor: bearerOf(caller),
    administrator: scopes.includes('admin'),
    anonymousAllowed,
    mayRead: grants(scopes, 'spaces:read'),
    mayWrite: grants(scopes, 'spaces:write'),
  });
  return held.length === 0 ? own : { ...own, rights: joined(own.rights, grantedRights(held, scopes)) };
}

/** The caller who reads the space of a link. @throws {LinkNotFound} if the link opens something else. */
export function callerOfLink({ accountId: owner, resource: { type, id } }: Link): Caller {
  if (type !== 'space') throw new LinkNotFound();
  return readerCaller({ id, owner });
}
