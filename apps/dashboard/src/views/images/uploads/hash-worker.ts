import { Sha256 } from './sha256.ts';

/** Larger files would take too much memory as a whole. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

/** The answer of the worker: a SHA-256 in lower-case hexadecimal, or none if the file cannot be read. */
export interface Hashed {
  readonly sha256?: string;
}

async function hashOf(file: File): Promise<string> {
  // Pages on plain HTTP have no `crypto.subtle`, whatever its type says.
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle;
  if (subtle !== undefined && file.size <= MAX_WHOLE_BYTES) {
    const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const hash = new Sha256();
  const reader = file.stream().getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return hash.digest();
    hash.update(value);
  }
}

addEventListener('message', ({ data }: MessageEvent<File>) => {
  hashOf(data).then(
    (sha256) => postMessage({ sha256 } satisfies Hashed),
    () => postMessage({} satisfies Hashed),
  );
});
