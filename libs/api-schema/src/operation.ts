import type { z } from 'zod';
import type { Contents } from './content.js';
import type { ErrorStatus } from './error-statuses.js';
import type { Scope } from './scopes.js';

/** The API an operation belongs to. It decides the error format; `files` are served at the CDN address. */
export type Api = 'service' | 'images' | 'accounts' | 'users' | 'administration' | 'spaces' | 'files';

export interface OperationResponse {
  readonly description: string;
  /** Absent for an empty body, or when the media type depends on the resource. */
  readonly body?: Contents | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
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
   * valid key or a session. `session`: a session.
   */
  readonly access: 'open' | 'optional' | 'link' | 'key' | 'session';
  /** If there are several, all of them are required. */
  readonly scope?: Scope | readonly Scope[] | undefined;
  /** The role that the link must have, if the operation takes a link; any role if absent. */
  readonly role?: 'contributor' | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly parameters?:
    Readonly<Record<string, { readonly description: string; readonly example: string }>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Contents | undefined;
  /** The successful responses by status. */
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** The statuses of its errors, besides those common to all operations: see `errorStatuses`. */
  readonly errors: readonly ErrorStatus[];
}
