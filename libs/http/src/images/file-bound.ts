import type { IncomingHttpHeaders } from 'node:http';
import { OWN_DIALECT } from '@cairn/api-schema';

/** The parts of a form that precede its file. */
export interface FormBefore {
  readonly headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-length'>;
  /** Names and values of the fields. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The name as the form spells it. */
  readonly fileName: string;
  readonly fileType: string;
  /** The field of the file; That of Cairn by default. */
  readonly field?: string;
}

/**
 * The maximum size of the file in a form, computed from the length of the form. It is exact if the file is the last
 * part and the parts are written as by browsers and `fetch`; otherwise the file may have a few bytes more or less.
 * `undefined` for a form of unknown length.
 */
export function fileBound({
  headers,
  fields,
  fileName,
  fileType,
  field = OWN_DIALECT.fields[0],
}: FormBefore): number | undefined {
  const total = Number(headers['content-length']);
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || !Number.isSafeInteger(total)) return undefined;
  const parts = [
    ...fields.map(([name, value]) => `--${boundary}\r\n${dispositionOf(name)}\r\n\r\n${value}\r\n`),
    `--${boundary}\r\n${dispositionOf(field)}; filename="${fileName}"\r\nContent-Type: ${fileType}\r\n\r\n`,
    `\r\n--${boundary}--\r\n`,
  ];
  return Math.max(1, total - Buffer.byteLength(parts.join('')));
}

function dispositionOf(name: string): string {
  return `Content-Disposition: form-data; name="${name}"`;
}
