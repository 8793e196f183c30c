import { toNfc } from '@cairn/kernel';
import contentDisposition from 'content-disposition';

/** The maximum length of a file name on common file systems, less room for an extension. */
const MAX_NAME_BYTES = 240;

/** Control characters, and characters that change the text direction, with which `gpj.exe` can look like `exe.jpg`. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
const atTheEnds = /^[.\-]+|(?<![ .\-])[ .\-]+$/g;

/** A file name made from a title, which may be any text. */
export function fileNameOf(title: string, extension: string): string {
  const words = (text: string): string => text.split(/\s/).filter(Boolean).join(' ');
  const parts = toNfc(title)
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(hidden, ' ')
    .split(/[/\\]/);
  const name = parts.map(words).filter(Boolean).join('-').replaceAll(atTheEnds, '');
  const bytes = new TextEncoder().encode(name).subarray(0, MAX_NAME_BYTES);
  const cut = new TextDecoder().decode(bytes, { stream: true }).trimEnd(); // no incomplete character at the end
  return `${cut === '' ? 'download' : cut}.${extension}`;
}

/**
 * The header for a file name (RFC 6266). It is ASCII, because clients read other bytes as UTF-8 or as Latin-1.
 * `filename*` has the whole name if `filename` cannot express it.
 */
export function dispositionOf(fileName: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = fileName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '?');
  return contentDisposition(fileName, { type, fallback: ascii });
}
