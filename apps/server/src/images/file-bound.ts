import type { IncomingHttpHeaders } from 'node:http';

/** What a form has besides its file, as far as it is known: the parts before the file. */
export interface FormBefore {
  readonly headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-length'>;
  /** Names and values of the fields. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The name as it is written in the form. */
  readonly fileName: string;
  readonly fileType: string;
}

/**
 * At most how many bytes the file of a form has, by its length. It is exact where the file comes last, and the parts are written
 * as browsers and `fetch` write them; others have a few bytes less or more. Undefined for a form of unknown length.
 */
export function fileBound({ headers, fields, fileName, fileType }: FormBefore): number | undefined {
  const total = Number(headers['content-length']);
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || !Number.isSafeInteger(total)) return undefined;
  const parts = [
    ...fields.map(([name, value]) => `--${boundary}\r\n${dispositionOf(name)}\r\n\r\n${value}\r\n`),
    `--${boundary}\r\n${dispositionOf('file')}; filename="${fileName}"\r\nContent-Type: ${fileType}\r\n\r\n`,
    `\r\n--${boundary}--\r\n`,
  ];
  return Math.max(1, total - Buffer.byteLength(parts.join('')));
}

function dispositionOf(name: string): string {
  return `Content-Disposition: form-data; name="${name}"`;
}
