import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

const MIN_BITS = 2_048; // RFC 7518 §3.3

/**
 * Reads a public RSA key: PEM text, its base64 alone, or the path of a file with either.
 * @throws {Error} that says what is expected.
 */
export function publicKey(text: string): KeyObject {
  const given = text.trim();
  const key = keyIn(given) ?? keyIn(contentOf(given));
  if (key === undefined)
    throw new Error('must be a public RSA key in PEM, its base64, or the path of a file with either');
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS)
    throw new Error(`must be an RSA key of ${MIN_BITS} bits or more`);
  return key;
}

function keyIn(text: string): KeyObject | undefined {
  // Docker and other `.env` files keep a line break as `\n`.
  const pem = text.replaceAll(String.raw`\n`, '\n').trim();
  if (/PRIVATE KEY/.test(pem)) throw new Error('must be a public key, and this one is private');
  if (pem.startsWith('-----BEGIN')) return keyOf(() => createPublicKey(pem));
  const base64 = pem.replaceAll(/\s/g, '');
  if (!/^[\w+/-]{100,}={0,2}$/.test(base64)) return undefined;
  const key = Buffer.from(base64, 'base64');
  return (
    keyOf(() => createPublicKey({ key, format: 'der', type: 'spki' })) ??
    keyOf(() => createPublicKey({ key, format: 'der', type: 'pkcs1' }))
  );
}

function keyOf(read: () => KeyObject): KeyObject | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
