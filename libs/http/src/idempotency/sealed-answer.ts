import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A response in the form in which it is sent again. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** The secrets that encrypt a response. Neither is in the store. */
export interface SealingSecrets {
  readonly idempotencyKey: string;
  /** The key, session or token of the request; empty for a caller without one. */
  readonly credential: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a response, which may contain a new key or link, so that nobody can read it from the store alone: the
 * encryption key is derived from the idempotency key and the credential of the caller.
 */
export function seal({ status, headers, body }: Answer, secrets: SealingSecrets, seed: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secrets, seed), iv);
  const head = Buffer.from(`${JSON.stringify({ status, headers })}\n`);
  const sealed = [cipher.update(head), cipher.update(body), cipher.final()];
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64');
}

/** The response; `undefined` if it was sealed with other secrets, such as those of a session that has ended. */
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
  // The cast is safe: the text is authenticated, so `seal` has written it.
  const head = JSON.parse(opened.toString('utf8', 0, end)) as Omit<Answer, 'body'>;
  return { ...head, body: opened.subarray(end + 1) };
}

function keyOf({ idempotencyKey, credential }: SealingSecrets, seed: string): Uint8Array {
  const secret = JSON.stringify([credential, idempotencyKey]);
  return new Uint8Array(hkdfSync('sha256', secret, seed, 'cairn idempotent answer', 32));
}
