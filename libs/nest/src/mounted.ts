import type { IncomingMessage } from 'node:http';
import { createApplication, type Application, type ApplicationSettings } from '@cairn/composition';
import { createHandler, type Handler, type HandlerOptions } from '@cairn/http';
import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';

/** What is known only when the application runs. What is reached at which path is told to the module itself. */
export interface CairnOptions extends Omit<
  HandlerOptions,
  'basePath' | 'parts' | 'route' | 'sendPage' | 'finished'
> {
  /** An application, which stays open; or its settings, of which one is opened and closed with the module. */
  readonly application: Application | ApplicationSettings;
}

/** What the module reaches at which path. */
export interface CairnRoutes extends Pick<HandlerOptions, 'parts'> {
  /** Where the API is, such as `/media`; behind the global prefix, if there is one, and at the root by default. */
  readonly basePath?: string | undefined;
}

/** An application of Cairn with its HTTP interface, in an application of NestJS. */
export class Mounted implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    readonly application: Application,
    readonly handler: Handler,
    private readonly ended: { readonly drain: () => void; readonly close: () => Promise<void> },
  ) {}

  /** Opens what settings are given for. */
  static async open({ application, ...options }: CairnOptions, routes: CairnRoutes): Promise<Mounted> {
    const isGiven = 'get' in application;
    const opened = isGiven ? application : await createApplication(application);
    const handler = createHandler(opened, { ...options, ...routes });
    return new Mounted(opened, handler, {
      drain: () => handler.drain(),
      close: async () => {
        await handler.close();
        if (!isGiven) await opened.close();
      },
    });
  }

  beforeApplicationShutdown(): void {
    this.ended.drain();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ended.close();
  }
}

/** A request whose content type is hidden from parsers of bodies. */
interface HiddenRequest extends IncomingMessage {
  [CONTENT_TYPE]?: string;
}

const CONTENT_TYPE = Symbol('content type');

/** Hides the content type, so that parsers of bodies which come before the handler leave the body to it. */
export function hideContentType(request: HiddenRequest): void {
  const { 'content-type': type } = request.headers;
  if (type === undefined) return;
  request[CONTENT_TYPE] = type;
  delete request.headers['content-type'];
}

/** Undoes `hideContentType`. */
export function showContentType(request: HiddenRequest): void {
  const { [CONTENT_TYPE]: type } = request;
  if (type !== undefined) request.headers['content-type'] = type;
}
