import {
  Clock,
  type DomainError,
  type PortsOf,
  type Share,
  type SharedWork,
  SingleFlight,
  TextDigest,
} from '@cairn/kernel';
import type { ServedFile } from '../delivery/open-file.js';
import { BlobNotFound, FileNotFound } from '../errors.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import type { ByteRange } from '../store/blob-area.js';
import { Derivatives } from './derivatives.js';
import { RenderCancelled, RenderTimeout, Unrenderable } from './errors.js';
import { type Effort, ImageRenderer, type Rendering } from './image-renderer.js';
import { RenderLoad } from './render-load.js';
import { planIdentity, planRender } from './render-plan.js';
import type { RenderedType, Transform } from './transform.js';

const MOST = 1_000;
const REMEMBERED_MS = 60_000;

/** A cache of permanent failures, so that an unrenderable image is tried at most once a minute. */
class RecentFailures {
  private readonly failures = new Map<string, { readonly error: DomainError; readonly at: number }>();

  constructor(private readonly clock: Clock) {}

  add(key: string, error: DomainError): void {
    this.failures.delete(key);
    this.failures.set(key, { error, at: this.clock.now() });
    const [oldest] = this.failures.keys();
    if (this.failures.size > MOST && oldest !== undefined) this.failures.delete(oldest);
  }

  /** Throws the cached failure of this key from the last minute, if any. */
  rethrow(key: string): void {
    const failure = this.failures.get(key);
    if (failure !== undefined && this.clock.now() < failure.at + REMEMBERED_MS) throw failure.error;
  }
}

/** A transform of a hosted file. */
export interface DerivativeRequest {
  /** Who asks for it, such as an account: holders take turns where images are rendered. */
  readonly holder: string;
  readonly served: ServedFile;
  readonly transform: Transform;
  readonly output: RenderedType;
  /** `fast` by default. */
  readonly effort?: Effort | undefined;
}

/** A derivative to serve. */
export interface Derivative {
  readonly key: string;
  readonly contentType: RenderedType;
  readonly sizeInBytes: number;
  /** Whether the blob store has it now. Otherwise it can only be read from here. */
  isStored(): Promise<boolean>;
  /** Reads all or part of it. Renders it again if it was evicted meanwhile. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

interface Made {
  readonly sizeInBytes: number;
  /** A rendering that has just ended. */
  readonly bytes?: Uint8Array;
}

const DIGEST_LENGTH = 32; // of hexadecimal digits; the key of the original is in front of it

/** Serves transformed images, from the store or rendered once for all concurrent requests. */
export class RenderDerivative {
  static readonly ports = {
    catalog: CatalogRepository,
    derivatives: Derivatives,
    renderer: ImageRenderer,
    digest: TextDigest,
    clock: Clock,
    load: RenderLoad,
  };

  private readonly renders = new SingleFlight<Made>();
  private readonly failures: RecentFailures;

  constructor(private readonly ports: PortsOf<typeof RenderDerivative.ports>) {
    this.failures = new RecentFailures(ports.clock);
  }

  /**
   * The key of a derivative, computed without rendering. The same key means the same bytes.
   * @throws {InvalidInput} {Unrenderable} as `planRender` does.
   */
  keyOf({ served, transform, output, effort = 'fast' }: DerivativeRequest): string {
    const { renderer, digest } = this.ports;
    const plan = planRender(transform, { original: served.file, output });
    const variant = effort === 'fast' ? [] : [effort];
    const { edit } = served.file;
    const edited = edit === undefined ? [] : [{ edit }];
    const identity = JSON.stringify([planIdentity(plan, transform), renderer.version, ...variant, ...edited]);
    return `${served.file.blobKey}${digest.digest(identity).slice(0, DIGEST_LENGTH)}`;
  }

  /** Marks the derivative as used now, if it is stored. */
  use(key: string): void {
    this.ports.derivatives.touch(key);
  }

  /**
   * Waits for a derivative. Callers may leave; without callers, nothing is rendered.
   * @throws {InvalidInput} {Unrenderable} as `keyOf` does. The result rejects with these too, and with {RenderTimeout}
   * {RendererBusy} {FileNotFound} {StorageUnavailable}.
   */
  execute(request: DerivativeRequest): Share<Derivative> {
    const key = this.keyOf(request);
    const share = this.renders.join(key, request.holder, () => this.begin(key, request));
    return {
      leave: () => share.leave(),
      result: share.result.then((made) => this.served(key, made, request)),
    };
  }

  private begin(key: string, request: DerivativeRequest): SharedWork<Made> {
    let rendering: Rendering | undefined;
    let isCancelled = false;
    const others: string[] = [];
    const make = async (): Promise<Made> => {
      const sizeInBytes = await this.ports.derivatives.find(key);
      if (sizeInBytes !== undefined) return { sizeInBytes };
      this.failures.rethrow(key);
      if (isCancelled) throw new RenderCancelled();
      const end = request.effort === 'thorough' ? undefined : this.ports.load.begin();
      rendering = this.render(request);
      for (const other of others) rendering.join(other);
      const { bytes } = await rendering.image
        .catch((error: unknown) => {
          if (error instanceof Unrenderable || error instanceof RenderTimeout) this.failures.add(key, error);
          throw error;
        })
        .finally(end);
      await this.keep(key, bytes, request);
      return { bytes, sizeInBytes: bytes.length };
    };
    const cancel = (): void => {
      isCancelled = true;
      rendering?.cancel();
    };
    const join = (other: string): void => {
      if (rendering === undefined) others.push(other);
      else rendering.join(other);
    };
    return { result: make(), join, cancel };
  }

  private render({ holder, served, transform, output, effort }: DerivativeRequest): Rendering {
    const { file } = served;
    async function* read(): AsyncGenerator<Uint8Array> {
      yield* await served.read();
    }
    const source = { sizeInBytes: file.sizeInBytes, path: served.findPath(), read };
    return this.ports.renderer.render({ holder, source, original: file, transform, output, effort });
  }

  private async keep(key: string, bytes: Uint8Array, request: DerivativeRequest): Promise<void> {
    const { catalog, derivatives } = this.ports;
    const { blobKey } = request.served.file;
    if (!(await derivatives.keep(key, bytes, request.output)) || (await catalog.needsBlob(blobKey))) return;
    // Removed while it was rendered: its derivatives may have been deleted before this one was stored.
    await derivatives.removeAll(blobKey);
    throw new FileNotFound();
  }

  private served(key: string, made: Made, request: DerivativeRequest): Derivative {
    const { sizeInBytes, bytes } = made;
    const read = async (range: ByteRange = { start: 0, end: sizeInBytes - 1 }) => {
      if (bytes !== undefined) return part(bytes, range);
      try {
        return await this.ports.derivatives.get(key, range);
      } catch (error) {
        if (!(error instanceof BlobNotFound)) throw error;
        const { holder } = request;
        const again = await this.renders.join(key, holder, () => this.begin(key, request)).result;
        return again.bytes === undefined
          ? await this.ports.derivatives.get(key, range)
          : part(again.bytes, range);
      }
    };
    const isStored = async (): Promise<boolean> => await this.ports.derivatives.isStored(key);
    return { key, contentType: request.output, sizeInBytes, isStored, read };
  }
}

async function* part(bytes: Uint8Array, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(start, end + 1);
}
