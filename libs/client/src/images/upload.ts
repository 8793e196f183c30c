import type { Visibility } from '@cairn/api-schema';
import type { Deadline } from '../transport/deadline.js';
import type { Repeatable } from '../transport/retry.js';
import { HeldSource, streamOf, withSource, type Source } from '../transport/source.js';
import type { CallOptions, Transport } from '../transport/transport.js';
import { hasXhr } from '../transport/xhr.js';

/** How much of a body has been sent. */
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

/** Uploads an image as a form. XMLHttpRequest reports the progress, or the sent bytes of a stream are counted. */
export async function upload<T>(
  transport: Transport,
  address: () => string,
  source: Source,
  options: UploadOptions,
): Promise<T> {
  return await withSource(new HeldSource(source), async (held) => {
    const call = { method: 'POST', path: address(), options } as const;
    const form = { source: held, name: options.name ?? held.name ?? 'image', fields: fieldsOf(options) };
    const body = hasXhr() ? formCall(form, options) : streamCall(form, options);
    return await transport.json({ ...call, ...body });
  });
}

interface Form {
  readonly source: HeldSource;
  readonly name: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The browser writes the form. The server cannot have stored the image before all of the form is sent. */
function formCall({ source, name, fields }: Form, { onProgress }: UploadOptions) {
  let file: Blob | undefined;
  let isWhole = false;
  return {
    body: async (deadline: Deadline) => {
      isWhole = false;
      file = await source.blob(deadline);
      const form = new FormData();
      for (const [field, value] of fields) form.set(field, value);
      form.set('file', file, name);
      return form;
    },
    onSent: (sent: number, total: number) => {
      isWhole = sent >= total;
      const totalInBytes = file?.size ?? total;
      onProgress?.({ sentInBytes: Math.max(0, sent - (total - totalInBytes)), totalInBytes });
    },
    repeatable: (): Repeatable => (isWhole ? 'refused' : 'failed'),
  };
}

/** The form is written here, because fetch reports no progress. */
function streamCall({ source, name, fields }: Form, { onProgress }: UploadOptions) {
  const boundary = `cairn-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const { sizeInBytes: totalInBytes } = source;
  const head = fields.map(([field, value]) => `--${boundary}\r\n${disposition(field)}\r\n\r\n${value}\r\n`);
  const file = `--${boundary}\r\n${disposition('file')}; filename="${quoted(name)}"\r\n\r\n`;
  const begin = encoder.encode(head.join('') + file);
  let isWhole = false;
  async function* written(
    bytes: AsyncIterable<Uint8Array>,
    deadline: Deadline,
  ): AsyncGenerator<Uint8Array, void> {
    yield begin;
    let sentInBytes = 0;
    for await (const part of bytes) {
      yield part;
      deadline.extend();
      sentInBytes += part.length;
      deadline.tell(() => onProgress?.({ sentInBytes, totalInBytes }));
    }
    isWhole = true; // the server may have everything once the consumer has this piece
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: async (deadline: Deadline) => {
      isWhole = false;
      return streamOf(written(await source.open(deadline), deadline));
    },
    repeatable: (): Repeatable => (!source.isRereadable ? 'never' : isWhole ? 'refused' : 'failed'),
  };
}

const disposition = (field: string): string => `Content-Disposition: form-data; name="${field}"`;

/** Escapes a file name as browsers do in forms. */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function fieldsOf({ path, tags, metadata, visibility }: UploadOptions): Form['fields'] {
  return Object.entries({ path, tags: tags?.join(), metadata, visibility }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
}
