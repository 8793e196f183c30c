import { isUtf8 } from 'node:buffer';
import { HttpError } from '../messages/http-error.js';
import { parseJson } from './json-text.js';

/** Decodes UTF-8. @throws {HttpError} 400 for invalid bytes; `name` is the subject of the message. */
export function textOf(bytes: Uint8Array, name = 'The body'): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString();
  throw new HttpError({ status: 400, code: 'malformed-json', detail: `${name} is not valid UTF-8.` });
}

/** Parses JSON. @throws {HttpError} 400 with the position of the error. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return parseJson(text);
  }
}
