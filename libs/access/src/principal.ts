import type { Caller } from './permissions/caller.js';
import type { Link, LinkRole } from './links/link.js';
import { missingScope, type Scope } from './permissions/scope.js';
import type { UploadToken } from './upload-tokens/upload-token.js';
import type { Visitor } from './sessions/authenticate-session.js';

/** The holder of a token from another issuer, and their rights to spaces. */
export interface TokenHolder {
  /** The owner of the spaces that the holder creates. */
  readonly accountId: string;
  /** Entries by right. One entry must match, with all of its attributes and all their values. */
  readonly rights: Readonly<Record<string, readonly Readonly<Record<string, readonly string[]>>[]>>;
  /** The storage limits of the holder. An absent one means unlimited. */
  readonly limits: {
    readonly maxSpaces?: number | undefined;
    readonly maxFeaturesPerSpace?: number | undefined;
  };
}

/**
 * The sender of a request: anonymous, an account with a key, a user with a session, whom the embedding application
 * names (`host`), or the holder of a token, a link or an upload token, who acts for whoever made it.
 */
export type Principal =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'key'; readonly caller: Caller }
  | ({ readonly kind: 'session' } & Visitor)
  | { readonly kind: 'host'; readonly caller: Caller }
  | { readonly kind: 'token'; readonly holder: TokenHolder }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'upload-token'; readonly caller: Caller; readonly token: UploadToken };

export const anonymous: Principal = { kind: 'anonymous' };

/** Who acts in an account, with scopes; `undefined` for nobody, and for holders of tokens and links. */
export function callerIn(principal: Principal): Caller | undefined {
  return 'caller' in principal ? principal.caller : undefined;
}

/**
 * What an operation requires of its caller. `open`: nothing; `optional`: nothing, but a key or token that is sent must
 * be valid; `link`: the secret of a link; `credential`: a valid key or token, or a session; `key`: a valid key or a session; `key-or-link`:
 * one of these, or a link; `key-or-upload-token`: one of these, or an upload token; `public`: a key, a session or a link, and anybody for what is public, which the use case decides; `session`: a session.
 */
export interface Requirement {
  readonly access:
    | 'open'
    | 'optional'
    | 'link'
    | 'credential'
    | 'key'
    | 'key-or-link'
    | 'key-or-upload-token'
    | 'public'
    | 'session';
  /** All of them are required. */
  readonly scopes: readonly Scope[];
  /** The role that a link must have; any role if absent. */
  readonly role?: LinkRole | undefined;
}

/** Whether a principal may call an operation. The use case checks which data it may access, and all rights of a token or a link. */
export function decide(
  principal: Principal,
  { access, scopes, role }: Requirement,
): 'allowed' | 'key-needed' | 'session-needed' | 'link-needed' | 'role-missing' | 'scope-missing' {
  if (access === 'open') return 'allowed';
  if (access === 'link') {
    if (principal.kind !== 'link') return 'link-needed';
    return role === undefined || principal.link.role === role ? 'allowed' : 'role-missing';
  }
  if (access === 'session') return principal.kind === 'session' ? 'allowed' : 'session-needed';
  if (principal.kind === 'anonymous')
    return access === 'optional' || access === 'public' ? 'allowed' : 'key-needed';
  if (principal.kind === 'token')
    return access === 'optional' || access === 'credential' ? 'allowed' : 'key-needed';
  if (principal.kind === 'link')
    return access === 'key' || access === 'key-or-upload-token' ? 'key-needed' : 'allowed';
  if (principal.kind === 'upload-token' && access !== 'key-or-upload-token') return 'key-needed';
  return missingScope(principal.caller, scopes) === undefined ? 'allowed' : 'scope-missing';
}
