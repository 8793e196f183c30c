import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { fileDetailsSchema, OWN_DIALECT, UPLOAD_FIELDS } from '@cairn/api-schema';
import type { UploadDetails } from '@cairn/images';
import { InvalidInput, type Fault } from '@cairn/kernel';
import { parse } from '../messages/faults.js';
import { HttpError } from '../messages/http-error.js';
import { parseJson } from '../bodies/json-text.js';
import { FormReader, type FormField, type FormFile } from './form-reader.js';
import { bytesOf } from './multipart.js';

/** The maximum number of files held in memory before their turn. Small files arrive faster than they are stored. */
const MAX_WAITING = 8;

/** One file of a form. */
export interface BatchFile {
  /** As it was sent. */
  readonly name: string;
  /** @throws {InvalidInput} {HttpError} if the fields of the file are wrong. */
  details(): UploadDetails;
  /** The bytes. Unread bytes are dropped when the next file is requested. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** The form of many uploads, whose files are read one after another. */
export class UploadBatch {
  private readonly reader: FormReader;
  private readonly waiting: (BatchFile & { readonly stream: Readable })[] = [];
  private readonly defaults = new Map<string, string>();
  private defaultFaults: readonly Fault[] = [];
  private nextDetails: string | undefined;
  private readonly nextFaults: Fault[] = [];
  private count = 0;
  private isOver = false;
  private failure: HttpError | undefined;
  private current: Readable | undefined;
  private wake: () => void = () => undefined;

  /** @throws {HttpError} if the body is not a form. */
  constructor(
    request: IncomingMessage,
    private readonly maxFiles: number,
    private readonly fileFields: readonly string[] = OWN_DIALECT.fields,
  ) {
    // One file more than allowed reveals that there are too many. Each file may have its details.
    const [files, fields] = [maxFiles + 1, maxFiles + UPLOAD_FIELDS.length + 1];
    const limits = { files, fields, parts: files + fields };
    this.reader = new FormReader(request, limits, {
      field: (field) => this.addField(field),
      file: (file) => this.addFile(file),
      ended: (failure) => (failure === undefined ? this.finish() : this.fail(failure)),
    });
  }

  /**
   * The files in the order of the form. Finish each one before requesting the next.
   * @throws {InvalidInput} for a form without a file, or with wrong fields behind the last one. {HttpError} if the form
   * is malformed, or has too many files.
   */
  async *files(): AsyncGenerator<BatchFile> {
    this.reader.resume();
    for (;;) {
      const file = this.waiting.shift();
      if (file !== undefined) {
        this.current = file.stream; // a failure meanwhile must end its reader
        if (this.waiting.length <= MAX_WAITING / 2) this.reader.resume();
        yield file;
        this.drop(file.stream);
      } else if (this.failure !== undefined) throw this.failure;
      else if (this.isOver) break;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
    InvalidInput.throwIfAny(this.nextFaults);
    const [name = ''] = this.fileFields;
    if (this.count === 0)
      throw new InvalidInput([
        {
          pointer: `/${name}`,
          code: 'required',
          detail: `\`${name}\` is missing: send each image as a part \`${name}\` of the form.`,
        },
      ]);
  }

  /** Stops parsing. The rest of the request is discarded after the response. */
  discard(): void {
    this.reader.discard();
  }

  private finish(): void {
    this.isOver = true;
    this.wake();
  }

  private fail(failure: HttpError): void {
    this.failure ??= failure;
    for (const { stream } of this.waiting.splice(0)) stream.destroy();
    this.current?.destroy(this.failure);
    this.wake();
  }

  private addField({ name, value, faults }: FormField): void {
    const fault = (code: string, detail: string): void => {
      this.nextFaults.push({ pointer: `/${name}`, code, detail });
    };
    this.nextFaults.push(...faults);
    if (name === 'details') this.nextDetails = value;
    if (!UPLOAD_FIELDS.includes(name)) return;
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

  private addFile({ field, stream, name }: FormFile): void {
    stream.on('error', () => undefined); // after its reader has stopped
    // The parser emits all files of a chunk. After a failure, nobody sends the rest of a file.
    if (this.failure !== undefined) {
      this.drop(stream);
      return;
    }
    this.reader.countAsFile(stream);
    if (this.count === 0) this.defaultFaults = this.nextFaults.splice(0);
    const faults = [...this.defaultFaults, ...this.nextFaults.splice(0)];
    const json = this.nextDetails;
    this.nextDetails = undefined;
    this.count += 1;
    if (this.count > this.maxFiles) {
      this.drop(stream);
      const detail = `The form has more than ${this.maxFiles} files; the others were not read.`;
      this.failure ??= new HttpError({ status: 413, code: 'too-many-files', detail });
      this.reader.discard();
      this.wake();
      return;
    }
    if (!this.fileFields.includes(field))
      faults.push({
        pointer: `/${field}`,
        code: 'unexpected-file',
        detail: `A file must be in a part \`${this.fileFields[0] ?? ''}\` of the form.`,
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
    if (this.waiting.length >= MAX_WAITING) this.reader.pause();
    this.wake();
  }

  private detailsOf(name: string, json: string | undefined): UploadDetails {
    const own = json === undefined ? {} : parse(parseJson(json), fileDetailsSchema);
    const { tags, ...shared } = Object.fromEntries(this.defaults);
    return { ...shared, tags: tags?.split(','), ...own, name: own.name ?? name };
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
