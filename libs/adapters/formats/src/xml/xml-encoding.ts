import { UnreadableFile } from '@cairn/spaces';
import { headOf, parseEncoding } from '../text/encoding.js';

const HEAD_BYTES = 256;

/** The encoding that a file of XML declares, or has by its first bytes; UTF-8 without either. */
export async function xmlEncoding(path: string): Promise<string> {
  return encodingOfXml(await headOf(path, HEAD_BYTES));
}

export function encodingOfXml(head: Buffer): string {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    head.toString('latin1'),
  )?.[1];
  return declared === undefined ? 'utf-8' : knownEncoding(declared);
}

function knownEncoding(label: string): string {
  try {
    return parseEncoding(label);
  } catch (error) {
    throw new UnreadableFile(`The file says that its encoding is ${label}, which is not known.`, {
      cause: error,
    });
  }
}
