import type { RequestListener } from 'node:http';
import type { NestDependencies } from './app-module.js';
import type { ErrorResponder } from './errors/error-responder.js';
import { isHub } from './errors/send-http-error.js';

interface LoadedApi {
  readonly listener: RequestListener;
  close(): Promise<void>;
}

/**
 * The operations that NestJS handles. NestJS is loaded by the first request that needs it, because loading takes a
 * fifth of a second and 20 MB. Other requests wait meanwhile.
 */
export class NestApi {
  private loading: Promise<LoadedApi> | undefined;

  constructor(
    private readonly load: () => Promise<LoadedApi>,
    private readonly errors: Pick<ErrorResponder, 'send'>,
  ) {}

  readonly listener: RequestListener = (request, response) => {
    const run = async (): Promise<void> => {
      const { listener } = await (this.loading ??= this.load());
      // The parser may have rejected the body meanwhile.
      if (!response.headersSent) listener(request, response);
    };
    run().catch((error: unknown) => {
      const format = isHub(request.url ?? '') ? 'hub' : 'problem';
      this.errors.send(error, { request, response, format });
    });
  };

  async close(): Promise<void> {
    const api = await this.loading?.catch(() => undefined);
    await api?.close();
  }
}

/** Loads NestJS and the controllers. */
export async function loadControllers(dependencies: NestDependencies): Promise<LoadedApi> {
  const { createNestApplication } = await import('./nest-application.js');
  return await createNestApplication(dependencies);
}
