import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { fileDetailsSchema } from '@cairn/api-schema';
import type { UploadDetails } from '@cairn/images';
import { InvalidInput, type Fault } from '@cairn/kernel';
import { parse } from '../messages/faults.js';
import { HttpError } from '../messages/http-error.js';
import { BodyTooLarge } from '../bodies/body-too-large.js';
import { parseJson } from '../bodies/json-text.js';
import { bytesOf, fileNameOf, malformedForm, multipartParser, UNDECODED } from './multipart.js';

/** Limits a form without its files, including bytes outside of parts. */
const MAX_OTHER_BYTES = 4 * 1024 * 1024;

/** The maximum number of files held in memory before their turn. Small files arrive faster than they are stored. */
const MAX_WAITING = 8;

/** Form fields that apply to all files. */
const DEFAULTS = ['path', 'tags', 'metadata', 'visibility'];

/** One file of a form. */
export interface BatchFile {
  /** As it was sent. */
  readonly name: string;
  /** @throws {InvalidInput} {HttpError} if the fields of the file are wrong. */
  details(): UploadDetails;
  /** The bytes. Unread bytes are dropped when the next file is requested. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** A streaming parser of a form with many files, one after another. */
export class UploadBatch {
  private readonly parser: BusboyInstance;
  private readonly waiting: (BatchFile & { readonly stream: Readable })[] = [];
  private readonly defaults = new Map<string, string>();
  private defaultFaults: readonly Fault[] = [];
  private nextDetails: string | undefined;
  private readonly nextFaults: Fault[] = [];
  private count = 0;
  /** The bytes received outside of files. */
  private otherBytes = 0;
  private isOver = false;
  private isPaused = false;
  private failure: HttpError | undefined;
  private current: Readable | undefined;
  private wake: () => void = () => undefined;

  /** @throws {HttpError} if the body is not a form. */
  constructor(
    private readonly request: IncomingMessage,
    private readonly maxFiles: number,
  ) {
    // One file more than allowed reveals that there are too many. Each file may have its details.
    const [files, fields] = [maxFiles + 1, maxFiles + DEFAULTS.length + 1];
    this.parser = multipartParser(request, { files, fields, parts: files + fields });
  }

  /**
   * The files in the order of the form. Finish each one before requesting the next.
   * @throws {InvalidInput} for a form without a file, or with wrong fields behind the last one. {HttpError} if the form
   * is malformed, or has too many files.
   */
  async *files(): AsyncGenerator<BatchFile> {
    this.begin();
    for (;;) {
      const file = this.waiting.shift();
      if (file !== undefined) {
        this.current = file.stream; // a failure meanwhile must end its reader
        this.goOn();
        yield file;
        this.drop(file.stream);
      } else if (this.failure !== undefined) throw this.failure;
      else if (this.isOver) break;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
    InvalidInput.throwIfAny(this.nextFaults);
    if (this.count === 0)
      throw new InvalidInput([
        {
          pointer: '/file',
          code: 'required',
          detail: '`file` is missing: send each image as a part `file` of the form.',
        },
      ]);
  }

  /** Stops parsing. The rest of the request is discarded after the response. */
  discard(): void {
    this.request.unpipe(this.parser).off('data', this.countBytes);
  }

  private pause(): void {
    if (this.isPaused || this.failure !== undefined) return;
    this.isPaused = true;
    this.request.unpipe(this.parser);
  }

  private goOn(): void {
    if (!this.isPaused || this.failure !== undefined || this.waiting.length > MAX_WAITING / 2) return;
    this.isPaused = false;
    this.request.pipe(this.parser);
  }

  private begin(): void {
    const { request, parser } = this;
    const fail = (cause?: unknown): void => this.fail(cause);
    parser
      .on('field', (name: string | undefined, value, nameCut, valueCut) =>
        this.addField({ name: name ?? '', value, isCut: nameCut || valueCut }),
      )
      .on('file', (field, stream, name) => this.addFile(field, stream, fileNameOf(name)))
      .on('finish', () => {
        this.isOver = true;
        this.wake();
      })
      .on('error', fail);
    request
      .on('data', this.countBytes)
      .on('error', fail)
      .on('close', () => (request.complete ? undefined : fail()));
    if (request.destroyed) fail(); // Its events have been emitted already.
    request.pipe(parser);
  }

  private readonly countBytes = ({ length }: Uint8Array): void => {
    this.otherBytes += length;
    if (this.otherBytes > MAX_OTHER_BYTES)
      this.fail(
        new BodyTooLarge(
          `The form has more than ${MAX_OTHER_BYTES} bytes (4 MiB) besides its files`,
          'send the files and their fields only',
        ),
      );
  };

  private fail(cause: unknown): void {
    this.failure ??= cause instanceof HttpError ? cause : malformedForm(cause);
    this.discard();
    for (const { stream } of this.waiting.splice(0)) stream.destroy();
    this.current?.destroy(this.failure);
    this.wake();
  }

  private addField({ name, value, isCut }: { name: string; value: string; isCut: boolean }): void {
    const fault = (code: string, detail: string): void => {
      this.nextFaults.push({ pointer: `/${name}`, code, detail });
    };
    if (isCut) fault('field-too-long', 'A field of the form is longer than 65536 bytes (64 KiB).');
    if (name.includes(UNDECODED) || value.includes(UNDECODED))
      fault('not-utf-8', 'A field of the form is not valid UTF-8.');
    if (name === 'file') fault('not-a-file', '`file` is a text; send it as a file, with a file name.');
    if (name === 'details') this.nextDetails = value;
    if (!DEFAULTS.includes(name)) return;
    if (this.count > 0)
      fault(
        'after-file',
        `\`${name}\` holds for all files: send it before them, or in \`details\` before one.`,
      );
    else if (name === 'tags')
      this.defaults.set(name, [this.defaults.get(name), value].filter(Boolean).join(','));
    else if (this.defaults.has(name)) fault('duplicate-field', `The form has more than one \`${name}\`.`);
    else this.defaults.set(name, value);
  }

  private addFile(field: string | undefined, stream: Readable, name: string): void {
    stream.on('error', () => undefined); // after its reader has stopped
    // The parser emits all files of a chunk. After a failure, nobody sends the rest of a file.
    if (this.failure !== undefined) {
      this.drop(stream);
      return;
    }
    this.countAsFile(stream);
    if (this.count === 0) this.defaultFaults = this.nextFaults.splice(0);
    const faults = [...this.defaultFaults, ...this.nextFaults.splice(0)];
    const json = this.nextDetails;
    this.nextDetails = undefined;
    this.count += 1;
    if (this.count > this.maxFiles) {
      this.drop(stream);
      const detail = `The form has more than ${this.maxFiles} files; the others were not read.`;
      this.failure ??= new HttpError({ status: 413, code: 'too-many-files', detail });
      this.discard();
      this.wake();
      return;
    }
    if (field !== 'file')
      faults.push({
        pointer: `/${field ?? ''}`,
        code: 'unexpected-file',
        detail: 'A file must be in a part `file` of the form.',
      });
    this.waiting.push({
      name,
      stream,
      details: () => {
        InvalidInput.throwIfAny(faults);
        return this.detailsOf(name, json);
      },
      bytes: () => this.read(stream),
    });
    if (this.waiting.length >= MAX_WAITING) this.pause();
    this.wake();
  }

  /** Counts bytes when they arrive, not when they are read, so that files that wait count as files. */
  private countAsFile(stream: Readable): void {
    const push = stream.push.bind(stream);
    stream.push = (chunk: Uint8Array | null, encoding) => {
      this.otherBytes -= chunk?.length ?? 0;
      return push(chunk, encoding);
    };
  }

  private detailsOf(name: string, json: string | undefined): UploadDetails {
    const own = json === undefined ? {} : parse(parseJson(json), fileDetailsSchema);
    const { path, tags, metadata, visibility } = Object.fromEntries(this.defaults);
    return {
      name: own.name ?? name,
      path: own.path ?? path,
      tags: own.tags ?? tags?.split(','),
      metadata: own.metadata ?? metadata,
      visibility: own.visibility ?? visibility,
    };
  }

  private async *read(stream: Readable): AsyncGenerator<Uint8Array> {
    if (this.failure !== undefined && stream.destroyed) throw this.failure;
    // The parser would wait forever for the reader of a destroyed stream.
    yield* bytesOf(stream.iterator({ destroyOnReturn: false }));
  }

  private drop(stream: Readable): void {
    stream.resume();
  }
}
