import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  asksForTransform,
  extensions,
  outputType,
  parseTransform,
  RenderDerivative,
  type ImageType,
  type RenderedType,
  type Query,
  type ServedFile,
  type TransformPolicy,
} from '@cairn/images';
import type { Application } from '@cairn/composition';
import { entityTag } from '../http/entity-tags.js';
import type { RepresentedFile } from './represented-file.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly policy: TransformPolicy;
  readonly cacheControl: string;
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

  constructor(private readonly options: Options) {
    this.render = options.application.get(RenderDerivative);
  }

  /** `undefined` for the original. @throws {InvalidInput} {TransformRefused} {Unrenderable} */
  find({ request, response, served, fileName, query, isSigned }: FileRequest): RepresentedFile | undefined {
    if (!asksForTransform(query)) return undefined;
    const { policy, cacheControl } = this.options;
    const transform = parseTransform(query, policy.presets);
    // Before anything may fail: also an error depends on what is accepted.
    if (transform.format === 'auto') response.setHeader('Vary', 'Accept');
    if (!isSigned) policy.admit(transform);
    const output = outputType(transform, served.file, (type) => accepts(request, type));
    const wanted = { served, transform, output };
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
}

/** Whether `Accept` names the type itself: browsers that do not know a type still accept all images. */
function accepts({ headers: { accept = '' } }: IncomingMessage, type: ImageType): boolean {
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
