import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Addresses } from '@cairn/api-document';
import type { Part } from '@cairn/api-schema';

const program = createRequire(import.meta.url).resolve('@cairn/http/api-document-thread');

/** What the document is of. */
export interface DescribedApi {
  readonly addresses: Addresses;
  readonly parts: readonly Part[];
}

/**
 * The OpenAPI document as JSON. It is generated on first use in a worker thread: that takes up to 40 ms, which would
 * block the event loop.
 */
export class ApiDocument {
  private generated: Promise<string> | undefined;

  constructor(private readonly described: DescribedApi) {}

  async text(): Promise<string> {
    this.generated ??= this.generate();
    try {
      return await this.generated;
    } catch (error) {
      this.generated = undefined;
      throw error;
    }
  }

  private async generate(): Promise<string> {
    const thread = new Worker(program, { workerData: this.described });
    const [text] = (await once(thread, 'message')) as [string];
    return text;
  }
}
