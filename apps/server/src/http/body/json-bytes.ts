import { isUtf8 } from 'node:buffer';
import { HttpError } from '../../errors/http-error.js';
import { parseJson } from './json-text.js';

/** The text of UTF-8 bytes. @throws {HttpError} 400 for other bytes; `name` says whose they are. */
export function textOf(bytes: Uint8Array, name = 'The body'): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString();
  throw new HttpError({ status: 400, code: 'malformed-json', detail: `${name} is not valid UTF-8.` });
}

/** The value of a JSON text. @throws {HttpError} 400 that says where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return parseJson(text);
  }
}
