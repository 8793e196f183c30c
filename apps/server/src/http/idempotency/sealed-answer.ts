import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** An answer as it is sent again. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** What an answer is encrypted by. Neither of the two is in the store. */
export interface SealingSecrets {
  readonly idempotencyKey: string;
  /** The key, session or token of the request; empty for a caller without one. */
  readonly credential: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts an answer, which may have a new key or link in it, so that the store alone cannot read it: the key of the
 * encryption is derived from the idempotency key and the credential of the caller.
 */
export function seal({ status, headers, body }: Answer, secrets: SealingSecrets, seed: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secrets, seed), iv);
  const head = Buffer.from(`${JSON.stringify({ status, headers })}\n`);
  const sealed = [cipher.update(head), cipher.update(body), cipher.final()];
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64');
}

/** The answer; `undefined` if it was sealed by other secrets, such as those of a session that has ended. */
export function unseal(sealed: string, secrets: SealingSecrets, seed: string): Answer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(secrets, seed), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
    return answerIn(Buffer.concat(opened));
  } catch {
    return undefined;
  }
}

function answerIn(opened: Buffer): Answer {
  const end = opened.indexOf('\n');
  // Authenticated: it is what `seal` has written.
  const head = JSON.parse(opened.toString('utf8', 0, end)) as Omit<Answer, 'body'>;
  return { ...head, body: opened.subarray(end + 1) };
}

function keyOf({ idempotencyKey, credential }: SealingSecrets, seed: string): Uint8Array {
  const secret = JSON.stringify([credential, idempotencyKey]);
  return new Uint8Array(hkdfSync('sha256', secret, seed, 'cairn idempotent answer', 32));
}
