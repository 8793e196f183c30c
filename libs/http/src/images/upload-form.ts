import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { OWN_DIALECT, UPLOAD_FIELDS } from '@cairn/api-schema';
import { parseUploadDetails, type ImageDetails, type UploadDetails } from '@cairn/images';
import { InvalidInput, type Fault } from '@cairn/kernel';
import { fileBound } from './file-bound.js';
import { FormReader, type FormField, type FormFile } from './form-reader.js';
import { bytesOf } from './multipart.js';

const limits = { files: 1, fields: 20, parts: 21 };

const exceeded = {
  files: { code: 'too-many-files', detail: 'The form has more than one file.' },
  fields: {
    code: 'too-many-fields',
    detail: `The form has more than ${limits.fields} fields.`,
  },
  parts: { code: 'too-many-parts', detail: `The form has more than ${limits.parts} parts.` },
} as const satisfies Readonly<Record<keyof typeof limits, Omit<Fault, 'pointer'>>>;

/** Fields that the form of an upload may have once, besides its tags. */
const SINGLE_FIELDS = UPLOAD_FIELDS.filter((name) => name !== 'tags');

const missing = ([name = '']: readonly string[]): Fault => ({
  pointer: `/${name}`,
  code: 'required',
  detail: `\`${name}\` is missing: send the image as the part \`${name}\` of the form.`,
});

/** The form of one upload. Starts reading when the file is requested. */
export class UploadForm {
  private readonly reader: FormReader;
  private readonly faults: Fault[] = [];
  private readonly tags: string[] = [];
  /** The first value of each of `singleFields`. */
  private readonly singles = new Map<string, string>();
  private readonly fieldsBefore: [name: string, value: string][] = [];
  private sent: FormFile | undefined;
  private bound: number | undefined;
  private end: Promise<void> | undefined;
  private began: (bytes: Readable) => void = () => undefined;
  private settle: (failure: Error | undefined) => void = () => undefined;

  /**
   * Ignores fields other than `singleFields`, its tags and its file, which is in one of `fileFields`.
   * @throws {HttpError} if the body is not a form.
   */
  constructor(
    private readonly request: IncomingMessage,
    private readonly singleFields: readonly string[] = SINGLE_FIELDS,
    private readonly fileFields: readonly string[] = OWN_DIALECT.fields,
  ) {
    this.reader = new FormReader(request, limits, {
      field: (field) => this.addField(field),
      file: (file) => this.addFile(file),
      exceeded: (what) =>
        void this.faults.push({
          pointer: what === 'files' ? `/${fileFields[0] ?? ''}` : '',
          ...exceeded[what],
        }),
      ended: (failure) => {
        if (failure !== undefined) this.sent?.stream.destroy(failure);
        this.settle(failure);
      },
    });
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
      throw isAlsoMissing
        ? new InvalidInput([missing(this.fileFields), ...error.listed], error.unlisted)
        : error;
    }
    if (bytes === undefined) throw new InvalidInput([missing(this.fileFields)]);
    yield* bytesOf(bytes);
  }

  /** The maximum size of the file, once it has begun and if the size is known. */
  fileBound(): number | undefined {
    return this.bound;
  }

  /** Resolves to the details of the file when the form has ended. @throws {InvalidInput} with all faults of the form. */
  async details(): Promise<UploadDetails> {
    await this.end;
    return { ...this.fields(), name: this.sent?.name ?? '' };
  }

  /** The value of one of `singleFields`, of those that have arrived. */
  field(name: string): string | undefined {
    return this.singles.get(name);
  }

  /** Stops parsing. The rest of the request is discarded after the response. */
  discard(): void {
    this.reader.discard();
  }

  /** Reads up to the file. Resolves to `undefined` if the form ends without one. */
  private begin(): Promise<Readable | undefined> {
    const end = new Promise<void>((resolve, reject) => {
      this.settle = (failure) => (failure === undefined ? resolve() : reject(failure));
    });
    this.end = end;
    return new Promise((resolve, reject) => {
      this.began = resolve;
      end.then(() => resolve(undefined), reject);
      this.reader.resume();
    });
  }

  private fields(): ImageDetails {
    InvalidInput.throwIfAny(this.faults);
    const ofUpload = [...this.singles].filter(([name]) => SINGLE_FIELDS.includes(name));
    return { ...Object.fromEntries(ofUpload), tags: this.tags };
  }

  private addField({ name, value, faults }: FormField): void {
    if (this.sent === undefined) this.fieldsBefore.push([name, value]);
    this.faults.push(...faults);
    if (this.singleFields.includes(name)) {
      if (this.singles.has(name))
        this.addFault(`/${name}`, 'duplicate-field', `The form has more than one \`${name}\`.`);
      else this.singles.set(name, value);
    }
    if (name === 'tags') for (const tag of value.split(',')) this.tags.push(tag);
  }

  private addFile(file: FormFile): void {
    const { field, stream, spelling, type } = file;
    stream.on('error', (cause) => this.reader.fail(cause));
    if (!this.fileFields.includes(field)) {
      const detail = `The file must be in the part \`${this.fileFields[0] ?? ''}\` of the form.`;
      this.addFault(`/${field}`, 'unexpected-file', detail);
      stream.resume();
      return;
    }
    this.sent = file;
    this.reader.countAsFile(stream);
    const { headers } = this.request;
    this.bound = fileBound({ headers, fields: this.fieldsBefore, fileName: spelling, fileType: type, field });
    this.began(stream);
  }

  private addFault(pointer: string, code: string, detail: string): void {
    this.faults.push({ pointer, code, detail });
  }
}
