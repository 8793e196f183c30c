import {
  Clock,
  DomainError,
  IdGenerator,
  InvalidInput,
  OutgoingHttp,
  OutgoingHttpFailed,
  StorageUnavailable,
  TextDigest,
  UserJobRepository,
  type OutgoingResponse,
  type PortsOf,
  type StandingRights,
  type UserJob,
  type UserJobError,
} from '@cairn/kernel';
import { CatalogRules } from '../catalog/catalog-rules.js';
import { parseUploadDetails, type ImageDetails } from '../upload/upload-details.js';
import { UploadImage } from '../upload/upload-image.js';
import { IMAGE_ID_LENGTH } from '../upload/store-upload.js';
import { addJob, assertStillMay, findJob, JOB_ID_LENGTH, RightTaken, type JobStep } from './job-step.js';

export const IMPORT_JOB = 'import';
/** Maximum addresses in one job. */
export const MAX_ADDRESSES = 100;
const MAX_URL_LENGTH = 2_000;
const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 5;
/** How long to wait before each further attempt at an address that does not answer. */
const WAITS_MS = [2_000, 15_000];

interface Input {
  readonly addresses: readonly string[];
  readonly details: ImageDetails;
  readonly keyId?: string | undefined;
  readonly addedBy?: string | undefined;
  /** `user:ID` or `key:ID`. Nothing more is stored once they have lost the right to. */
  readonly askedBy?: string | undefined;
}

/** The outcome for an address. */
export interface ImportedAddress {
  readonly url: string;
  readonly imageId?: string | undefined;
  readonly error?: UserJobError | undefined;
}

interface Position {
  /** The index of the next address. */
  readonly next: number;
  /** The number of failed attempts at it. */
  readonly failed: number;
}

/** An address to fetch. */
interface Fetch {
  readonly url: string;
  readonly next: number;
  readonly input: Input;
  /** @throws {RightTaken} */
  readonly confirm: () => Promise<void>;
}

interface Request extends Input {
  /** The id of the job, random by default. If the owner has a job with this id, that job is the result. */
  readonly jobId?: string | undefined;
}

/** Stores images from addresses of other servers, in a job: one address after another. */
export class ImportImages {
  static readonly ports = {
    ...UploadImage.ports,
    jobs: UserJobRepository,
    http: OutgoingHttp,
    rules: CatalogRules,
    digest: TextDigest,
    clock: Clock,
    ids: IdGenerator,
  };

  private readonly uploadImage: UploadImage;

  constructor(private readonly ports: PortsOf<typeof ImportImages.ports>) {
    this.uploadImage = new UploadImage(ports);
  }

  /** @throws {InvalidInput} naming the addresses and details at fault. {UserJobLimitReached} */
  async execute(owner: string, { jobId, ...input }: Request): Promise<UserJob> {
    const { jobs, clock, ids } = this.ports;
    InvalidInput.throwIfAny(input.addresses.flatMap((url, index) => this.faultOf(url, `/urls/${index}`)));
    parseUploadDetails(input.details);
    const job = {
      id: jobId ?? ids.next(JOB_ID_LENGTH),
      owner,
      kind: IMPORT_JOB,
      input: JSON.stringify(input),
      total: input.addresses.length,
      result: '[]',
      createdAt: clock.now(),
    };
    return (await findJob(jobs, { owner, id: jobId })) ?? (await addJob(jobs, job));
  }

  /** Imports the next address. Repeating a step finds the image that it stored. @throws {RightTaken} */
  async step(job: UserJob, rights: StandingRights): Promise<JobStep> {
    const input = readInput(job.input);
    const confirm = () => assertStillMay(rights, { ...input, owner: job.owner });
    await confirm();
    const { next, failed } = job.position === '' ? { next: 0, failed: 0 } : readPosition(job.position);
    const results = readResults(job.result);
    const url = input.addresses[next] ?? '';
    const outcome = await this.import(job, { url, next, input, confirm });
    const wait = WAITS_MS[failed];
    if (outcome.error !== undefined && isPassing(outcome.error) && wait !== undefined) {
      const again: Position = { next, failed: failed + 1 };
      const { done, result } = job;
      return { done, result, position: JSON.stringify(again), isOver: false, waitMs: wait };
    }
    const position: Position = { next: next + 1, failed: 0 };
    return {
      done: next + 1,
      position: JSON.stringify(position),
      result: JSON.stringify([...results, outcome]),
      isOver: next + 1 >= input.addresses.length,
    };
  }

  private async import(
    { id: jobId, owner }: UserJob,
    { url, next, input: { details, keyId, addedBy }, confirm }: Fetch,
  ): Promise<ImportedAddress> {
    try {
      const image = await this.uploadImage.execute({
        owner,
        keyId,
        addedBy,
        bytes: this.fetched(url),
        details: async () => {
          await confirm();
          return { ...details, name: nameIn(url) };
        },
        id: this.ports.digest.digest(`${jobId} ${next}`).slice(0, IMAGE_ID_LENGTH),
      });
      return { url, imageId: image.id };
    } catch (error) {
      // The store is at fault, not the address: the step is tried again.
      if (
        error instanceof StorageUnavailable ||
        error instanceof RightTaken ||
        !(error instanceof DomainError)
      )
        throw error;
      return { url, error: { code: error.code, detail: error.message } };
    }
  }

  /** The body of a successful response. */
  private async *fetched(url: string): AsyncGenerator<Uint8Array> {
    const { http, rules } = this.ports;
    const response = await http.request({
      method: 'GET',
      url,
      headers: { accept: 'image/*' },
      maxBytes: rules.maxFileBytes,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: MAX_REDIRECTS,
    });
    yield* bodyOf(response);
  }

  private faultOf(
    url: string,
    pointer: string,
  ): readonly { pointer: string; code: string; detail: string }[] {
    try {
      if (url.length > MAX_URL_LENGTH)
        return [
          { pointer, code: 'too-long', detail: `An address has at most ${MAX_URL_LENGTH} characters.` },
        ];
      this.ports.http.check(url);
      return [];
    } catch (error) {
      if (!(error instanceof OutgoingHttpFailed)) throw error;
      return [{ pointer, code: error.code, detail: error.message }];
    }
  }
}

/** The other server did not answer with the file. */
export class AddressNotServed extends DomainError {
  readonly code: 'address-not-served' | 'address-busy';

  constructor(status: number) {
    super(`The server at the address answers ${status}.`);
    this.code = status >= 500 || status === 429 ? 'address-busy' : 'address-not-served';
  }
}

async function* bodyOf({ status, body }: OutgoingResponse): AsyncGenerator<Uint8Array> {
  if (status === 200) {
    yield* body;
    return;
  }
  // Ending the iteration closes the connection.
  const chunks = body[Symbol.asyncIterator]();
  await chunks.next();
  await chunks.return?.();
  throw new AddressNotServed(status);
}

// These read what `execute` and the step before have written.
const readInput: (text: string) => Input = JSON.parse;
const readPosition: (text: string) => Position = JSON.parse;
const readResults: (text: string) => readonly ImportedAddress[] = JSON.parse;

const PASSING = ['unresolvable', 'timed-out', 'connection-failed', 'address-busy'];

const isPassing = ({ code }: UserJobError): boolean => PASSING.includes(code);

/** The last segment of the path. */
function nameIn(url: string): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
