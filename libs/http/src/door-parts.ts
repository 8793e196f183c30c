import { anonymous } from '@cairn/access';
import { keyNeeded } from './access/key-needed.js';
import type { Principals } from './access/guard/principals.js';
import type { BasePath } from './messages/base-path.js';
import type { HubAuth } from './settings/http-settings.js';

/** Nobody is somebody at the public door: keys, tokens, sessions and what an embedding application says count for nothing. */
export const strangers: Pick<Principals, 'of' | 'needed'> = {
  of: async () => Promise.resolve(anonymous),
  needed: keyNeeded,
};

/** Where the private network may do everything without a key, others may not. */
export const doorHubAuth = (own: HubAuth): HubAuth => (own === 'open' ? 'anonymous' : own);

/** The path of a script of the page, below the base path of the door. */
export const programAt = (
  { path: door }: BasePath,
  { path: own }: BasePath,
  program: string | undefined,
): string | undefined => (program?.startsWith(own) === true ? door + program.slice(own.length) : program);
