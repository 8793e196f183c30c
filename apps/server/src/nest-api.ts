import type { RequestListener } from 'node:http';
import type { NestDependencies } from './app-module.js';

interface LoadedApi {
  readonly listener: RequestListener;
  close(): Promise<void>;
}

/**
 * The operations that NestJS handles. Loading it takes as long as all else of a start, so it is loaded when the server
 * answers already; requests for it wait until it is there.
 */
export class NestApi {
  private loading: Promise<LoadedApi> | undefined;

  constructor(private readonly dependencies: NestDependencies) {}

  readonly listener: RequestListener = (request, response) => {
    void this.loaded().then(({ listener }) => listener(request, response));
  };

  /** Begins to load. When that fails, the process ends as for any error that nothing catches. */
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
