import type { KnownFilesRecord } from '@cairn/api-schema';
import { callOf } from '../calls/request.js';
import type { CallOptions, Transport } from '../transport/transport.js';

const AT_ONCE = 1_000;

/** Files that may be uploaded. */
export interface AskedFiles {
  /** SHA-256 of whole files, in lower-case hexadecimal. */
  readonly hashes?: readonly string[] | undefined;
  /** In bytes. */
  readonly sizes?: readonly number[] | undefined;
}

/** Asks for a thousand at a time. */
export async function knownFiles(
  transport: Transport,
  { hashes = [], sizes = [] }: AskedFiles,
  options: CallOptions | undefined,
): Promise<KnownFilesRecord> {
  const found: { known: KnownFilesRecord['known']; sizes: number[] } = { known: {}, sizes: [] };
  for (let at = 0; at < Math.max(hashes.length, sizes.length); at += AT_ONCE) {
    const body = { hashes: hashes.slice(at, at + AT_ONCE), sizes: sizes.slice(at, at + AT_ONCE) };
    const call = callOf('POST /api/uploads/known', { body, idempotencyKey: false, ...options });
    const page = await transport.json<KnownFilesRecord>({ ...call, repeatable: 'failed' });
    Object.assign(found.known, page.known);
    found.sizes.push(...page.sizes);
  }
  return found;
}
