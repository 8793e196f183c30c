import type { z } from 'zod';
import type { Scope } from './accounts.js';
import type { Contents } from './content.js';
import type { ErrorStatus } from './errors.js';

/** Which error shape an operation answers with, and how it is found: `files` stand at the CDN address. */
export type Family = 'service' | 'images' | 'accounts' | 'administration' | 'spaces' | 'files';

export interface Answer {
  readonly description: string;
  /** Absent where nothing is sent, or what it is depends on the thing asked for. */
  readonly body?: Contents | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** One thing the service does over HTTP; `path` in OpenAPI's notation. */
export interface Operation {
  readonly id: string;
  readonly family: Family;
  readonly method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** Who may call: anyone, anyone whose key (if sent) is valid, or only holders of a key. */
  readonly access: 'open' | 'optional' | 'key';
  readonly scope?: Scope | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly parameters?:
    Readonly<Record<string, { readonly description: string; readonly example: string }>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Contents | undefined;
  readonly answers: Readonly<Record<number, Answer>>;
  /** The statuses of the errors it answers with, besides those every operation of its family does. */
  readonly errors: readonly ErrorStatus[];
}
