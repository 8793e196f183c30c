import type { Visibility } from '@cairn/api-schema';
import type { Repeatable } from '../transport/retry.js';
import { blobOf, bytesOf, isRereadable, streamOf, type Source } from '../transport/source.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import { hasXhr } from '../transport/xhr.js';

/** How much of a body has gone out. */
export interface SendProgress {
  readonly sentInBytes: number;
  /** Absent for a stream of unknown length. */
  readonly totalInBytes?: number | undefined;
}

export interface UploadOptions extends CallOptions {
  /** The file name. Default: that of the `File`, else `image`. */
  readonly name?: string | undefined;
  /** Folder-like, such as `holiday/2026`. */
  readonly path?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Whether GPS, serial numbers and comments are cut out of the file. Default: as the server is set, mostly `remove`. */
  readonly metadata?: 'remove' | 'keep' | undefined;
  /** Who gets the file. Default: that of the folder, or else `public`. */
  readonly visibility?: Visibility | undefined;
  readonly onProgress?: ((progress: SendProgress) => void) | undefined;
}

/** An image added by a link goes where the link says. */
export type SharedUploadOptions = Omit<UploadOptions, 'path' | 'metadata' | 'visibility'>;

/** Uploads an image as a form: with the progress that XMLHttpRequest tells, or as a stream that is counted. */
export async function upload<T>(
  transport: Transport,
  path: string,
  source: Source,
  options: UploadOptions,
): Promise<T> {
  const call = { method: 'POST', path, options } as const;
  const form = { source, name: options.name ?? nameOf(source), fields: fieldsOf(options) };
  const body = hasXhr()
    ? formCall({ ...form, source: await blobOf(source) }, options)
    : streamCall(form, options);
  return await transport.json({ ...call, ...body });
}

interface Form {
  readonly source: Source;
  readonly name: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The browser writes the form. Until all of it has gone out, the server cannot have stored the image. */
function formCall({ source, name, fields }: Form & { readonly source: Blob }, { onProgress }: UploadOptions) {
  const totalInBytes = source.size;
  let isWhole = false;
  return {
    body: () => {
      isWhole = false;
      const form = new FormData();
      for (const [field, value] of fields) form.set(field, value);
      form.set('file', source, name);
      return form;
    },
    onSent: (sent: number, total: number) => {
      isWhole = sent >= total;
      onProgress?.({ sentInBytes: Math.max(0, sent - (total - totalInBytes)), totalInBytes });
    },
    repeatable: (): Repeatable => (isWhole ? 'refused' : 'failed'),
  };
}

/** The form is written here, as fetch tells nothing of its progress. */
function streamCall({ source, name, fields }: Form, { onProgress }: UploadOptions) {
  const boundary = `cairn-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const totalInBytes = sizeOf(source);
  let isWhole = false;
  async function* parts(extend: () => void): AsyncGenerator<Uint8Array, void> {
    isWhole = false;
    const head = fields.map(([field, value]) => `--${boundary}\r\n${disposition(field)}\r\n\r\n${value}\r\n`);
    const file = `--${boundary}\r\n${disposition('file')}; filename="${quoted(name)}"\r\n\r\n`;
    yield encoder.encode(head.join('') + file);
    let sentInBytes = 0;
    for await (const part of bytesOf(source)) {
      yield part;
      extend();
      sentInBytes += part.length;
      onProgress?.({ sentInBytes, totalInBytes });
    }
    isWhole = true; // the server may have all of it as soon as this is given away
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: (extend: () => void) => streamOf(parts(extend)),
    repeatable: (): Repeatable => (!isRereadable(source) ? 'never' : isWhole ? 'refused' : 'failed'),
  };
}

const disposition = (field: string): string => `Content-Disposition: form-data; name="${field}"`;

/** As browsers write file names in forms. */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function fieldsOf({ path, tags, metadata, visibility }: UploadOptions): Form['fields'] {
  return Object.entries({ path, tags: tags?.join(), metadata, visibility }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
}

function nameOf(source: Source): string {
  const { name } = source as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name : 'image';
}

function sizeOf(source: Source): number | undefined {
  if (source instanceof Blob) return source.size;
  return source instanceof Uint8Array ? source.length : undefined;
}
