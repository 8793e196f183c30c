import type { IncomingMessage, ServerResponse } from 'node:http';
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
  type WebImageType,
  type RenderedType,
  type Query,
  type ServedFile,
  type Transform,
  type TransformPolicy,
} from '@cairn/images';
import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import { entityTag } from '../http/entity-tags.js';
import { ACCEPT_CH, headersOf, hintsIn } from './hint-headers.js';
import type { RepresentedFile } from './represented-file.js';
import type { TransformPolicies } from './transform-policies.js';

const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly policies: TransformPolicies;
  readonly cacheControl: string;
  /** Whether client hints decide about the size where the query does not. */
  readonly usesHints: boolean;
}

/** A request for a file that is served. */
export interface FileRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly served: ServedFile;
  readonly fileName: string;
  readonly query: Query;
  /** Whether its signature allows whatever it asks for. */
  readonly isSigned: boolean;
}

/** Finds what the query of a file's address asks to be made of the file. */
export class DerivativeFiles {
  private readonly render: RenderDerivative;
  private readonly refine: RefineDerivatives;

  constructor(private readonly options: Options) {
    this.render = options.application.get(RenderDerivative);
    this.refine = options.application.get(RefineDerivatives);
  }

  /** `undefined` for the original. @throws {InvalidInput} {TransformRefused} {Unrenderable} */
  async find({
    request,
    response,
    served,
    fileName,
    query,
    isSigned,
  }: FileRequest): Promise<RepresentedFile | undefined> {
    if (!asksForTransform(query)) return undefined;
    const { policies, cacheControl, usesHints } = this.options;
    const policy = await policies.current();
    const transform = parseTransform(query, policy.presets);
    const hints = isSigned ? [] : this.hintsFor(transform, policy);
    const varies = [...(transform.format === 'auto' ? ['Accept'] : []), ...headersOf(hints)];
    // Before anything may fail: also an error depends on what is accepted.
    if (varies.length > 0) response.setHeader('Vary', varies.join(', '));
    if (usesHints) response.setHeader('Accept-CH', ACCEPT_CH);
    if (!isSigned) policy.admit(transform);
    const output = outputType(transform, served.file, (type) => accepts(request, type));
    const plain = { served, transform, output };
    const hinted = hints.length === 0 ? plain : this.hinted(plain, request);
    const chosen = policy.allows(hinted.transform) ? hinted : plain;
    const wanted = await this.refine.best(chosen);
    if (chosen !== plain) response.setHeader('Content-Location', `?${canonicalQuery(withFormat(wanted))}`);
    const open = async (): ReturnType<RepresentedFile['open']> => {
      const waiting = this.render.execute(wanted);
      const leave = (): void => waiting.leave();
      if (response.closed) leave();
      response.once('close', leave);
      try {
        return { area: 'derivatives', ...(await waiting.result) };
      } finally {
        response.off('close', leave);
      }
    };
    return {
      etag: entityTag(this.render.keyOf(wanted)),
      createdAt: served.file.createdAt,
      contentType: output,
      fileName: withExtension(fileName, output),
      ...{ cacheControl, open },
    };
  }

  /** What is left open for hints. Where presets are the only choice, they have no other sizes. */
  private hintsFor(transform: Transform, policy: TransformPolicy): ReturnType<typeof hintsUsedBy> {
    return this.options.usesHints && policy.name !== 'presets' ? hintsUsedBy(transform) : [];
  }

  /** As the client hints, or as it is where that cannot be made: no hint makes a request fail. */
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

/** Its transform with the format that it has. */
function withFormat({ transform, output }: DerivativeRequest): Transform {
  if (transform.format !== 'auto') return transform;
  return { ...transform, format: IMAGE_FORMATS.find((format) => FORMAT_TYPES[format] === output) };
}

/** Whether `Accept` names the type itself: browsers that do not know a type still accept all images. */
function accepts({ headers: { accept = '' } }: IncomingMessage, type: WebImageType): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .some(
      ([name, ...parameters]) => name === type && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each)),
    );
}

function withExtension(fileName: string, type: RenderedType): string {
  const end = fileName.lastIndexOf('.');
  return `${end === -1 ? fileName : fileName.slice(0, end)}.${type === 'text/plain' ? 'txt' : extensions[type]}`;
}
