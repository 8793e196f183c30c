import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BusboyInstance } from '@fastify/busboy';
import { parseUploadDetails, type ImageDetails, type UploadDetails } from '@cairn/images';
import { InvalidInput, type Fault } from '@cairn/kernel';
import { fileBound } from './file-bound.js';
import { HttpError } from '../messages/http-error.js';
import { BodyTooLarge } from '../bodies/body-too-large.js';
import {
  bytesOf,
  fileNameOf,
  malformedForm,
  MAX_FIELD_BYTES,
  multipartParser,
  UNDECODED,
} from './multipart.js';

/** Limits a form without its file, including bytes outside of parts. The largest fields take 1.3 MB. */
const MAX_OTHER_BYTES = 4 * 1024 * 1024;

const limits = { files: 1, fields: 20, parts: 21 };

/** Fields that the form of an upload may have once, besides its tags. */
const SINGLE_FIELDS = ['path', 'metadata', 'visibility'] as const;

const MISSING: Fault = {
  pointer: '/file',
  code: 'required',
  detail: '`file` is missing: send the image as the part `file` of the form.',
};

/** A streaming parser of multipart upload forms. Starts reading when the file is requested. */
export class UploadForm {
  private readonly faults: Fault[] = [];
  private readonly tags: string[] = [];
  /** The first value of each of `singleFields`. */
  private readonly singles = new Map<string, string>();
  private readonly parser: BusboyInstance;
  private name = '';
  private bound: number | undefined;
  private readonly fieldsBefore: [name: string, value: string][] = [];
  /** The bytes received outside of the file, as far as they were read. */
  private otherBytes = 0;
  private bytes: Readable | undefined;
  private end: Promise<void> | undefined;

  /** Ignores fields other than `singleFields`, its tags and its file. @throws {HttpError} if the body is not a form. */
  constructor(
    private readonly request: IncomingMessage,
    private readonly singleFields: readonly string[] = SINGLE_FIELDS,
  ) {
    this.parser = this.createParser();
  }

  /**
   * Yields the bytes of the file, after validating the fields that precede it.
   * @throws {InvalidInput} with all faults of these fields, and of a missing file if the form ends without one.
   * @throws {HttpError} if the form is truncated or malformed, or has too much besides the file.
   */
  async *file(): AsyncGenerator<Uint8Array> {
    const bytes = await this.begin();
    try {
      parseUploadDetails(this.fields());
    } catch (error) {
      const isAlsoMissing = bytes === undefined && error instanceof InvalidInput;
      throw isAlsoMissing ? new InvalidInput([MISSING, ...error.listed], error.unlisted) : error;
    }
    if (bytes === undefined) throw new InvalidInput([MISSING]);
    for await (const piece of bytesOf(bytes)) {
      this.otherBytes -= piece.length;
      yield piece;
    }
  }

  /** The maximum size of the file, once it has begun and if the size is known. */
  fileBound(): number | undefined {
    return this.bound;
  }

  /** Resolves to the details of the file when the form has ended. @throws {InvalidInput} with all faults of the form. */
  async details(): Promise<UploadDetails> {
    await this.end;
    return { ...this.fields(), name: this.name };
  }

  /** Stops parsing. The rest of the request is discarded after the response. */
  discard(): void {
    this.request.unpipe(this.parser).off('data', this.count);
  }

  /** Reads up to the file. Resolves to `undefined` if the form ends without one. */
  private begin(): Promise<Readable | undefined> {
    const { request, parser } = this;
    let fail: (cause?: unknown) => void = () => undefined;
    const end = new Promise<void>((resolve, reject) => {
      fail = (cause) => reject(this.abort(cause));
      parser.on('finish', resolve).on('error', fail);
      request
        .on('data', this.count)
        .on('error', fail)
        .on('close', () => (request.complete ? undefined : fail()));
      if (request.destroyed) fail(); // Its events have been emitted already.
    });
    this.end = end;
    return new Promise((resolve, reject) => {
      parser.on('file', (field, bytes, name, _encoding, fileType) => {
        bytes.on('error', fail);
        if (field !== 'file') this.rejectFile(field, bytes);
        else {
          this.name = fileNameOf(name);
          const { headers } = request;
          this.bound = fileBound({ headers, fields: this.fieldsBefore, fileName: name, fileType });
          resolve((this.bytes = bytes));
        }
      });
      end.then(() => resolve(undefined), reject);
      request.pipe(parser);
    });
  }

  private readonly count = ({ length }: Uint8Array): void => {
    this.otherBytes += length;
    if (this.otherBytes > MAX_OTHER_BYTES) this.parser.destroy(tooMuch());
  };

  private fields(): ImageDetails {
    InvalidInput.throwIfAny(this.faults);
    const [path, metadata, visibility] = SINGLE_FIELDS.map((name) => this.singles.get(name));
    return { path, tags: this.tags, metadata, visibility };
  }

  private abort(cause: unknown): HttpError {
    const failure = cause instanceof HttpError ? cause : malformedForm(cause);
    this.bytes?.destroy(failure);
    this.discard();
    return failure;
  }

  private createParser(): BusboyInstance {
    return multipartParser(this.request, limits)
      .on('field', (name: string | undefined, value, nameCut, valueCut) =>
        this.addField({ name: name ?? '', value, cut: nameCut || valueCut }),
      )
      .on('filesLimit', () => this.addFault('/file', 'too-many-files', 'The form has more than one file.'))
      .on('fieldsLimit', () =>
        this.addFault('', 'too-many-fields', `The form has more than ${limits.fields} fields.`),
      )
      .on('partsLimit', () =>
        this.addFault('', 'too-many-parts', `The form has more than ${limits.parts} parts.`),
      );
  }

  private addField({ name, value, cut }: { name: string; value: string; cut: boolean }): void {
    if (this.bytes === undefined) this.fieldsBefore.push([name, value]);
    if (cut)
      this.addFault(
        `/${name}`,
        'field-too-long',
        `A field of the form is longer than ${MAX_FIELD_BYTES} bytes (64 KiB).`,
      );
    if (name.includes(UNDECODED) || value.includes(UNDECODED))
      this.addFault(`/${name}`, 'not-utf-8', 'A field of the form is not valid UTF-8.');
    if (this.singleFields.includes(name)) {
      if (this.singles.has(name))
        this.addFault(`/${name}`, 'duplicate-field', `The form has more than one \`${name}\`.`);
      else this.singles.set(name, value);
    }
    if (name === 'tags') for (const tag of value.split(',')) this.tags.push(tag);
    if (name === 'file')
      this.addFault('/file', 'not-a-file', '`file` is a text; send it as a file, with a file name.');
  }

  private rejectFile(field: string | undefined, bytes: Readable): void {
    this.addFault(`/${field ?? ''}`, 'unexpected-file', 'The file must be in the part `file` of the form.');
    bytes.resume();
  }

  private addFault(pointer: string, code: string, detail: string): void {
    this.faults.push({ pointer, code, detail });
  }
}

function tooMuch(): HttpError {
  const fact = `The form has more than ${MAX_OTHER_BYTES} bytes (4 MiB) besides its file`;
  return new BodyTooLarge(fact, 'send the file and its fields only');
}
