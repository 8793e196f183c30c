import { createClient, type CairnClient } from '@cairn/client';
import type { Call } from './command.js';
import { UsageError } from './options.js';

/** The options of commands that work either on the stores or, over HTTP, on a running server. */
export const serverOptions = [
  ['--url <address>', 'Work through the server at this address, with the key in CAIRN_KEY'],
  ['--key <key>', 'The key instead of CAIRN_KEY; other users of this machine may see it'],
] as const;

/** A running server that a call names. */
export interface ServerAccess {
  readonly client: CairnClient;
  readonly address: string;
  readonly key: string;
}

/** The server that the call names, if any. @throws {UsageError} without a key, or with an account. */
export function serverOf({
  options,
  environment,
}: Pick<Call, 'options' | 'environment'>): ServerAccess | undefined {
  const baseUrl = options.text('url');
  if (baseUrl === undefined) return undefined;
  if (options.text('account') !== undefined)
    throw new UsageError('--account does not go with --url: the key says which account it is');
  if (!URL.canParse(baseUrl)) throw new UsageError(`--url must be an address, and is ${baseUrl}`);
  const key = options.text('key') ?? environment['CAIRN_KEY'];
  if (key === undefined || key === '') throw new UsageError('--url needs a key, in CAIRN_KEY');
  return { client: createClient({ baseUrl, key }), address: baseUrl, key };
}

/** A client of that server. @throws {UsageError} without a key. */
export const clientOf = (call: Call): CairnClient | undefined => serverOf(call)?.client;
