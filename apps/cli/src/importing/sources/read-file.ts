import { Refused } from '../../transfer/refused.js';
import type { SourceFile } from './source.js';

const MEBIBYTE = 1024 * 1024;

/** The size limit of the sidecars of images and spaces. */
export const MAX_SIDECAR_BYTES = MEBIBYTE;

/** Reads a whole file. @throws {Refused} if it has more bytes. */
export async function readFile(file: SourceFile, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = (): Refused => new Refused(`It is larger than ${maxBytes / MEBIBYTE} MiB.`);
  if (file.sizeInBytes > maxBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of await file.open()) {
    length += part.length;
    if (length > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
