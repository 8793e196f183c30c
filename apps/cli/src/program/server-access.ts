import { createClient, type CairnClient } from '@cairn/client';
import type { Call } from './command.js';
import { UsageError } from './usage-error.js';

/** The options of commands that work on the stores, or by HTTP on a server that runs. */
export const serverOptions = [
  ['--url <address>', 'Work through the server at this address, with the key in CAIRN_KEY'],
  ['--key <key>', 'The key instead of CAIRN_KEY; other users of this machine may see it'],
] as const;

/** A client of the server that the call names, if it names one. @throws {UsageError} without a key. */
export function clientOf({ options, environment }: Call): CairnClient | undefined {
  const baseUrl = options.text('url');
  if (baseUrl === undefined) return undefined;
  if (!URL.canParse(baseUrl)) throw new UsageError(`--url must be an address, and is ${baseUrl}`);
  const key = options.text('key') ?? environment['CAIRN_KEY'];
  if (key === undefined || key === '') throw new UsageError('--url needs a key, in CAIRN_KEY');
  return createClient({ baseUrl, key });
}
