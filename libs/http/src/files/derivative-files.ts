import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import {
  asksForTransform,
  canonicalQuery,
  extensions,
  FORMAT_TYPES,
  hintsUsedBy,
  outputType,
  parseTransform,
  RefineDerivatives,
  RenderDerivative,
  Unrenderable,
  withHints,
  type DerivativeRequest,
  type RenderedType,
  type ServedFile,
  type Transform,
  type TransformPolicy,
} from '@cairn/images';
import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import { accountOf } from '../access/caller.js';
import type { ClientAddresses } from '../messages/client-addresses.js';
import { entityTag } from '../messages/entity-tags.js';
import { Memo } from '../messages/memo.js';
import { namesType } from '../messages/negotiation.js';
import { requestContextOf } from '../messages/request-context.js';
import { ACCEPT_CH, headersOf, hintsIn } from './hint-headers.js';
import type { BlobHandle, FileResponse } from './file-response.js';
import type { TransformPolicies } from './transform-policies.js';

const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly policies: TransformPolicies;
  readonly clients: Pick<ClientAddresses, 'networkOf'>;
  readonly cacheControl: string;
  /** Whether client hints set the size if the query does not. */
  readonly usesHints: boolean;
}

/** A request for a hosted file. */
export interface FileRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly served: ServedFile;
  readonly fileName: string;
  /** The query of the URL, without its `?`. */
  readonly query: string;
  /** Whether a signature allows any transform. */
  readonly isSigned: boolean;
}

/** The transform of a query, resolved by a policy. */
interface Asked {
  readonly transform: Transform;
  readonly canonical: string;
  readonly hints: ReturnType<typeof hintsUsedBy>;
  readonly isAllowed: boolean;
  readonly vary: string;
}

/** Resolves the query of a file's URL to a derivative. */
export class DerivativeFiles {
  private readonly render: RenderDerivative;
  private readonly refine: RefineDerivatives;
  private readonly asked = new WeakMap<TransformPolicy, Memo<Asked | 'original'>>();
  private readonly keys = new Memo<{ readonly key: string; readonly etag: string }>();

  constructor(private readonly options: Options) {
    this.render = options.application.get(RenderDerivative);
    this.refine = options.application.get(RefineDerivatives);
  }

  /** `undefined` for the original. @throws {InvalidInput} {TransformRefused} {Unrenderable} */
  async find(given: FileRequest): Promise<FileResponse | undefined> {
    const { request, response, served, isSigned } = given;
    const { policies, cacheControl, usesHints } = this.options;
    const policy = await policies.current();
    const asked = this.read(given, policy);
    if (asked === 'original') return undefined;
    // Set before anything can fail, because errors vary with these headers too.
    if (asked.vary !== '') response.appendHeader('Vary', asked.vary);
    if (usesHints && !response.headersSent) response.setHeader('Accept-CH', ACCEPT_CH);
    const { transform } = asked;
    if (!isSigned && !asked.isAllowed) policy.admit(transform);
    const contentType = outputType(transform, served.file, (type) => namesType(request, type));
    const plain = { holder: this.holderOf(request), served, transform, output: contentType };
    const hinted = asked.hints.length === 0 ? plain : this.hinted(plain, request);
    const chosen = hinted === plain || policy.allows(hinted.transform) ? hinted : plain;
    const wanted = await this.refine.best(chosen);
    if (chosen !== plain) response.setHeader('Content-Location', `?${unhinted(withFormat(wanted))}`);
    const { key, etag } = this.identify(
      wanted,
      chosen === plain ? asked.canonical : canonicalQuery(wanted.transform),
    );
    this.render.use(key);
    const fileName = withExtension(given.fileName, contentType);
    const open = (): Promise<BlobHandle> => this.open(wanted, response);
    return { key, etag, contentType, fileName, cacheControl, open };
  }

  /** For a file requested by its own address, the request context has no operation. */
  private holderOf(request: IncomingMessage): string {
    const context = requestContextOf(request);
    context.holder ??= accountOf(context.principal) ?? this.options.clients.networkOf(request);
    return context.holder;
  }

  private read({ query, isSigned }: FileRequest, policy: TransformPolicy): Asked | 'original' {
    const recent = this.asked.get(policy) ?? new Memo();
    this.asked.set(policy, recent);
    return recent.of(`${isSigned ? 'signed' : ''}?${query}`, () => {
      const parameters = parse(query);
      if (!asksForTransform(parameters)) return 'original';
      const transform = parseTransform(parameters, policy.presets);
      const hints = isSigned ? [] : this.hintsFor(transform, policy);
      const varies = [...(transform.format === 'auto' ? ['Accept'] : []), ...headersOf(hints)];
      const isAllowed = policy.allows(transform);
      return { transform, canonical: canonicalQuery(transform), hints, isAllowed, vary: varies.join(', ') };
    });
  }

  private identify(
    wanted: DerivativeRequest,
    canonical: string,
  ): { readonly key: string; readonly etag: string } {
    const { served, output, effort = '' } = wanted;
    const { blobKey, edit } = served.file;
    const edited = edit === undefined ? '' : JSON.stringify(edit);
    return this.keys.of(`${blobKey} ${output} ${effort} ${canonical} ${edited}`, () => {
      const key = this.render.keyOf(wanted);
      return { key, etag: entityTag(key) };
    });
  }

  private async open(wanted: DerivativeRequest, response: ServerResponse): Promise<BlobHandle> {
    const waiting = this.render.execute(wanted);
    const leave = (): void => waiting.leave();
    if (response.closed) leave();
    response.once('close', leave);
    try {
      return { area: 'derivatives', ...(await waiting.result) };
    } finally {
      response.off('close', leave);
    }
  }

  /** The hints that apply. Presets have no other sizes, so there are none if only presets are allowed. */
  private hintsFor(transform: Transform, policy: TransformPolicy): ReturnType<typeof hintsUsedBy> {
    return this.options.usesHints && policy.name !== 'presets' ? hintsUsedBy(transform) : [];
  }

  /** Applies the client hints, unless the result cannot be rendered: a hint must not make a request fail. */
  private hinted(plain: DerivativeRequest, { headers }: IncomingMessage): DerivativeRequest {
    const transform = withHints(plain.transform, hintsIn(headers));
    const hinted = { ...plain, transform };
    if (canonicalQuery(transform) === canonicalQuery(plain.transform)) return plain;
    try {
      this.render.keyOf(hinted);
      return hinted;
    } catch (error) {
      if (error instanceof InvalidInput || error instanceof Unrenderable) return plain;
      throw error;
    }
  }
}

/** The transform with its output format. */
function withFormat({ transform, output }: DerivativeRequest): Transform {
  if (transform.format !== 'auto') return transform;
  return { ...transform, format: IMAGE_FORMATS.find((format) => FORMAT_TYPES[format] === output) };
}

/** The query of an image after client hints are applied. Hints do not change such a query again. */
function unhinted(transform: Transform): string {
  const query = canonicalQuery(transform);
  return (transform.dpr ?? 1) === 1 ? `${query}&dpr=1` : query;
}

function withExtension(fileName: string, type: RenderedType): string {
  const end = fileName.lastIndexOf('.');
  return `${end === -1 ? fileName : fileName.slice(0, end)}.${type === 'text/plain' ? 'txt' : extensions[type]}`;
}
