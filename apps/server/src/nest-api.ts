import type { RequestListener } from 'node:http';
import type { NestDependencies } from './app-module.js';

interface LoadedApi {
  readonly listener: RequestListener;
  close(): Promise<void>;
}

/**
 * The operations that NestJS handles. Loading NestJS doubles the startup time, so it is loaded after the server has
 * started. Requests for it wait until it is loaded.
 */
export class NestApi {
  private loading: Promise<LoadedApi> | undefined;

  constructor(private readonly dependencies: NestDependencies) {}

  readonly listener: RequestListener = (request, response) => {
    void this.loaded().then(({ listener }) => {
      // The parser may have refused the body meanwhile.
      if (!response.headersSent) listener(request, response);
    });
  };

  /** Starts loading. A failure is an unhandled rejection and ends the process. */
  load(): void {
    void this.loaded();
  }

  async close(): Promise<void> {
    const api = await this.loading;
    await api?.close();
  }

  private loaded(): Promise<LoadedApi> {
    this.loading ??= import('./nest-application.js').then(({ createNestApplication }) =>
      createNestApplication(this.dependencies),
    );
    return this.loading;
  }
}
