import type { RequestListener } from 'node:http';
import type { ApiHandler } from '@cairn/http';
import type { NestOptions } from './nest-application.js';

interface LoadedApi {
  readonly listener: RequestListener;
  close(): Promise<void>;
}

/**
 * The API behind NestJS. NestJS is loaded by the first request that needs it, because loading takes a fifth of a second
 * and 20 MB. Other requests wait meanwhile.
 */
export class NestApi {
  private loading: Promise<LoadedApi> | undefined;

  constructor(
    private readonly load: () => Promise<LoadedApi>,
    private readonly api: Pick<ApiHandler, 'fail'>,
  ) {}

  readonly listener: RequestListener = (request, response) => {
    const run = async (): Promise<void> => {
      const { listener } = await (this.loading ??= this.load());
      // The parser may have rejected the body meanwhile.
      if (!response.headersSent) listener(request, response);
    };
    run().catch((error: unknown) => this.api.fail(error, request, response));
  };

  async close(): Promise<void> {
    const api = await this.loading?.catch(() => undefined);
    await api?.close();
  }
}

/** Loads NestJS and the controllers. */
export async function loadNest(options: NestOptions): Promise<LoadedApi> {
  const { createNestApplication } = await import('./nest-application.js');
  return await createNestApplication(options);
}
