import type { z } from 'zod';
import type { Contents } from './content.js';
import type { GrantRole } from './grant-roles.js';
import type { ErrorExample, usual } from './error-example.js';
import type { ErrorStatus } from './error-statuses.js';
import type { Scope } from './scopes.js';

/** The API an operation belongs to. It decides the error format; `files` are served at the CDN address. */
export type Api =
  'service' | 'images' | 'accounts' | 'users' | 'administration' | 'spaces' | 'maps' | 'files';

export interface OperationResponse {
  readonly description: string;
  /** Absent for an empty body, or when the media type depends on the resource. */
  readonly body?: Contents | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The part of another account that an operation works on, for callers who act there with grants, and the role that the
 * operation needs. `account`: all of it. `folder`, `parent`: the folder in the query parameter `path` or `parent`.
 * `image`, `album`, `map`: the one in the path. `body`: what the request names, which the operation itself checks. An operation
 * that tells of anything else in the account needs `account`: who got one image must not learn of others.
 */
export interface OperationReach {
  readonly on: 'account' | 'folder' | 'parent' | 'image' | 'album' | 'map' | 'body';
  readonly role: GrantRole;
}

/** One HTTP operation of the service. `path` is in OpenAPI notation. */
export interface Operation {
  readonly id: string;
  readonly api: Api;
  readonly method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /**
   * `open`: anyone, keys are ignored. `optional`: no key, or a valid one. `link`: the secret of a link, in the path. `key`: a
   * valid key or a session. `key-or-link`: these, or the secret of a link as a key. `key-or-upload-token`: these, or an upload token. `public`: the same, and anybody, without a key, for what is
   * public. `session`: a session.
   */
  readonly access:
    'open' | 'optional' | 'link' | 'key' | 'key-or-link' | 'key-or-upload-token' | 'public' | 'session';
  /** Whether the public door serves it to anybody, where `access` does not say: see `visitorsOf`. */
  readonly isPublic?: true | undefined;
  /** If there are several, all of them are required. */
  readonly scope?: Scope | readonly Scope[] | undefined;
  /**
   * How it treats the account that a caller acts in. `own`: the account does not matter, or the operation finds it out
   * itself. `keys`: only users of the account itself. `spaces`: the rights on spaces decide.
   */
  readonly reach: OperationReach | 'own' | 'keys' | 'spaces';
  /** The role that the link must have, if the operation takes a link; any role if absent. */
  readonly role?: 'contributor' | undefined;
  /** Which limit per minute it counts towards, if not that of requests. */
  readonly counts?: 'uploads' | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly parameters?:
    Readonly<Record<string, { readonly description: string; readonly example: string }>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Contents | undefined;
  /** The successful responses by status. */
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /**
   * Whether it may run again when it is unknown whether it took effect: it finds what an earlier attempt created, by
   * identifiers derived from the idempotency key, or sets a requested state. By default all may but POST, which creates
   * something whose identifier or secret another attempt cannot know.
   */
  readonly repeatable?: boolean | undefined;
  /**
   * Examples of its errors by status: of those besides the ones common to all operations, see `errorStatuses`, and of
   * common ones that look otherwise here.
   */
  readonly errors: Readonly<Partial<Record<ErrorStatus, ErrorExample | typeof usual>>>;
}
