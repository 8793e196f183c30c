import type { Visibility } from '@cairn/api-schema';
import { callOf } from '../calls/request.js';
import type { Deadline } from '../transport/deadline.js';
import type { WriteCallOptions } from '../transport/options.js';
import {
  counted,
  HeldSource,
  streamOf,
  withSource,
  type SendProgress,
  type Source,
} from '../transport/source.js';
import type { Call, Transport } from '../transport/transport.js';
import { hasXhr } from '../transport/xhr.js';

export interface AddOptions extends WriteCallOptions {
  /** The file name. Default: that of the `File`, else `image`. */
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly onProgress?: ((progress: SendProgress) => void) | undefined;
}

/** By a link. */
export interface GuestOptions extends AddOptions {
  /** The secret of the link. */
  readonly link: string;
  /** The name of who adds it. */
  readonly guest?: string | undefined;
}

export interface UploadOptions extends AddOptions {
  /** Folder-like, such as `holiday/2026`. */
  readonly path?: string | undefined;
  /** Whether GPS, serial numbers and comments are cut out of the file. Default: as the server is set, mostly `remove`. */
  readonly metadata?: 'remove' | 'hide' | 'keep' | undefined;
  /** One line. */
  readonly title?: string | undefined;
  /** One or several lines. */
  readonly caption?: string | undefined;
  readonly favourite?: boolean | undefined;
  /** 0 to 5; -1 for a rejected photo. */
  readonly rating?: number | undefined;
  /** Where the photo was taken, in degrees. */
  readonly position?: { readonly longitude: number; readonly latitude: number } | undefined;
  /** Who gets the file. Default: that of the folder, or else `public`. */
  readonly visibility?: Visibility | undefined;
  /** When the photo was taken, in ISO 8601, where its file does not say it right. */
  readonly takenAt?: string | undefined;
  /** `reuse`: if the same bytes are at this path already, their image gets the tags and is the result. */
  readonly existing?: 'reuse' | undefined;
  /** The date of the file, in ISO 8601: a guess of when the photo was taken. */
  readonly lastModified?: string | undefined;
}

/** Where an image goes instead: to the end of an album, and is private; or where the link with this secret says. */
export interface UploadTarget {
  readonly album?: string | undefined;
  readonly link?: string | undefined;
}

/** Uploads an image as a form. XMLHttpRequest reports the progress, or the sent bytes of a stream are counted. */
export async function upload(
  transport: Transport,
  source: Source,
  options: UploadOptions & UploadTarget & Pick<Partial<GuestOptions>, 'guest'>,
): Promise<unknown> {
  return await withSource(new HeldSource(source), async (held) => {
    const { title, caption, favourite, rating, position, guest, ...rest } = options;
    const { path, tags, metadata, visibility, takenAt, lastModified, existing, ...others } = rest;
    const { name = held.name ?? 'image', album, link, ...given } = others;
    // What is sent once needs no key.
    const sending = held.isRereadable ? given : { idempotencyKey: false as const, ...given };
    const call =
      album !== undefined
        ? callOf('POST /api/albums/{id}/upload', { params: { id: album }, ...sending })
        : link !== undefined
          ? callOf('POST /api/shared/{secret}/upload', { params: { secret: link }, ...sending })
          : callOf('POST /api/upload', sending);
    const fields = Object.entries({
      path,
      tags: tags?.join(),
      metadata,
      visibility,
      takenAt,
      lastModified,
      existing,
      guest,
      title,
      caption,
      favourite: favourite?.toString(),
      rating: rating?.toString(),
      position: position && `${position.longitude},${position.latitude}`,
    }).flatMap(([field, value]): Form['fields'] => (value === undefined ? [] : [[field, value]]));
    const form = { source: held, name, fields };
    return await transport.json({
      ...call,
      ...(hasXhr() ? formCall(form, options) : streamCall(form, options, call)),
    });
  });
}

interface Form {
  readonly source: HeldSource;
  readonly name: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** The browser writes the form. */
function formCall({ source, name, fields }: Form, { onProgress }: AddOptions): Partial<Call> {
  let file: Blob | undefined;
  return {
    body: async (deadline: Deadline) => {
      file = await source.blob(deadline);
      const form = new FormData();
      for (const [field, value] of fields) form.set(field, value);
      form.set('file', file, name);
      return form;
    },
    onSent: (sent: number, total: number) => {
      const totalInBytes = file?.size ?? total;
      onProgress?.({ sentInBytes: Math.max(0, sent - (total - totalInBytes)), totalInBytes });
    },
  };
}

/** The form is written here, because fetch reports no progress. */
function streamCall(
  { source, name, fields }: Form,
  { onProgress }: AddOptions,
  { headers, repeatable }: Call,
): Partial<Call> {
  const boundary = `cairn-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const { sizeInBytes: totalInBytes, isRereadable } = source;
  const head = fields.map(([field, value]) => `--${boundary}\r\n${disposition(field)}\r\n\r\n${value}\r\n`);
  const file = `--${boundary}\r\n${disposition('file')}; filename="${quoted(name)}"\r\n\r\n`;
  const begin = encoder.encode(head.join('') + file);
  async function* written(
    bytes: AsyncIterable<Uint8Array>,
    deadline: Deadline,
  ): AsyncGenerator<Uint8Array, void> {
    yield begin;
    yield* counted(bytes, { deadline, totalInBytes, onSent: onProgress });
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  return {
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: async (deadline: Deadline) => streamOf(written(await source.open(deadline), deadline)),
    repeatable: isRereadable ? repeatable : 'never',
  };
}

const disposition = (field: string): string => `Content-Disposition: form-data; name="${field}"`;

/** Escapes a file name as browsers do in forms. */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
