import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import type { Fault } from '@cairn/kernel';
import { BodyTooLarge } from '../bodies/body-too-large.js';
import { HttpError } from '../messages/http-error.js';
import { fileNameOf, malformedForm, MAX_FIELD_BYTES, multipartParser, UNDECODED } from './multipart.js';

/** Limits a form without its files, including bytes outside of parts. The largest fields take 1.3 MB. */
const MAX_OTHER_BYTES = 4 * 1024 * 1024;

export interface FormField {
  readonly name: string;
  readonly value: string;
  /** What no field of a form may be. */
  readonly faults: readonly Fault[];
}

export interface FormFile {
  readonly field: string;
  readonly stream: Readable;
  /** The name as browsers show it, and as the form spells it. */
  readonly name: string;
  readonly spelling: string;
  readonly type: string;
}

/** How many parts of each kind a form may have. */
export type FormLimits = Readonly<Record<'files' | 'fields' | 'parts', number>>;

/** Is told of the parts of a form as they arrive. */
export interface FormListener {
  field(field: FormField): void;
  file(file: FormFile): void;
  /** The form has more of them than it may have. The others are skipped. */
  exceeded?(what: keyof FormLimits): void;
  /** The form was read to its end, or cannot be. */
  ended(failure: HttpError | undefined): void;
}

/** Reads the form of a request, with a file or many, as it arrives. */
export class FormReader {
  private readonly parser: BusboyInstance;
  /** The bytes received outside of files. */
  private otherBytes = 0;
  private state: 'new' | 'reading' | 'paused' | 'discarded' = 'new';

  /** Nothing is read before `resume`. @throws {HttpError} if the body is not a form. */
  constructor(
    private readonly request: IncomingMessage,
    limits: FormLimits,
    private readonly listener: FormListener,
  ) {
    this.parser = multipartParser(request, limits)
      .on('field', (name: string | undefined, value, nameCut, valueCut) =>
        listener.field(fieldOf({ name: name ?? '', value, isCut: nameCut || valueCut })),
      )
      .on('file', (field: string | undefined, stream, spelling, _encoding, type) =>
        listener.file({ field: field ?? '', stream, name: fileNameOf(spelling), spelling, type }),
      )
      .on('filesLimit', () => listener.exceeded?.('files'))
      .on('fieldsLimit', () => listener.exceeded?.('fields'))
      .on('partsLimit', () => listener.exceeded?.('parts'))
      .on('finish', () => listener.ended(undefined))
      .on('error', (cause) => this.fail(cause));
  }

  resume(): void {
    const { request, state } = this;
    if (state === 'reading' || state === 'discarded') return;
    this.state = 'reading';
    if (state === 'new') {
      const fail = (cause?: unknown): void => this.fail(cause);
      request
        .on('data', this.count)
        .on('error', fail)
        .on('close', () => (request.complete ? undefined : fail()));
      if (request.destroyed) {
        fail(); // Its events have been emitted already.
        return;
      }
    }
    request.pipe(this.parser);
  }

  pause(): void {
    if (this.state !== 'reading') return;
    this.state = 'paused';
    this.request.unpipe(this.parser);
  }

  /** Counts bytes as those of a file when they arrive, not when they are read: files may wait. */
  countAsFile(stream: Readable): void {
    const push = stream.push.bind(stream);
    stream.push = (chunk: Uint8Array | null, encoding) => {
      this.otherBytes -= chunk?.length ?? 0;
      return push(chunk, encoding);
    };
  }

  /** Stops reading, because of an error. */
  fail(cause: unknown): void {
    this.discard();
    this.listener.ended(cause instanceof HttpError ? cause : malformedForm(cause));
  }

  /** Stops reading. The rest of the request is discarded after the response. */
  discard(): void {
    this.state = 'discarded';
    this.request.unpipe(this.parser).off('data', this.count);
  }

  private readonly count = ({ length }: Uint8Array): void => {
    this.otherBytes += length;
    if (this.otherBytes > MAX_OTHER_BYTES)
      this.fail(
        new BodyTooLarge(
          `The form has more than ${MAX_OTHER_BYTES} bytes (4 MiB) besides its files`,
          'send the files and their fields only',
        ),
      );
  };
}

interface ParsedField {
  readonly name: string;
  readonly value: string;
  readonly isCut: boolean;
}

function fieldOf({ name, value, isCut }: ParsedField): FormField {
  const faults: Fault[] = [];
  const add = (code: string, detail: string): void => void faults.push({ pointer: `/${name}`, code, detail });
  if (isCut) add('field-too-long', `A field of the form is longer than ${MAX_FIELD_BYTES} bytes (64 KiB).`);
  if (name.includes(UNDECODED) || value.includes(UNDECODED))
    add('not-utf-8', 'A field of the form is not valid UTF-8.');
  if (name === 'file') add('not-a-file', '`file` is a text; send it as a file, with a file name.');
  return { name, value, faults };
}
