import { toNfc } from '@cairn/kernel';
import contentDisposition from 'content-disposition';

/** The most bytes that a file name has on common file systems, without those of an ending. */
const MAX_NAME_BYTES = 240;

/** Control characters, and those that turn the direction of text: `gpj.exe` would be shown as `exe.jpg`. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
const atTheEnds = /^[.\-]+|(?<![ .\-])[ .\-]+$/g;

/** The name of a file that is made of a title, which may be any text. */
export function fileNameOf(title: string, extension: string): string {
  const words = (text: string): string => text.split(/\s/).filter(Boolean).join(' ');
  const parts = toNfc(title)
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(hidden, ' ')
    .split(/[/\\]/);
  const name = parts.map(words).filter(Boolean).join('-').replaceAll(atTheEnds, '');
  const bytes = new TextEncoder().encode(name).subarray(0, MAX_NAME_BYTES);
  const cut = new TextDecoder().decode(bytes, { stream: true }).trimEnd(); // without half a character
  return `${cut === '' ? 'download' : cut}.${extension}`;
}

/**
 * The header for a file name (RFC 6266): in ASCII, because clients take other bytes for UTF-8 or for Latin-1. The whole name is
 * in `filename*` where `filename` cannot have it.
 */
export function dispositionOf(fileName: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = fileName
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '?');
  return contentDisposition(fileName, { type, fallback: ascii });
}
