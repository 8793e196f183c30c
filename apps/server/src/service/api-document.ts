import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Addresses } from '@cairn/api-document';

const program = new URL('./api-document-thread.js', import.meta.url);

/**
 * The OpenAPI document as JSON. A thread makes it when it is first asked for: that takes up to 40 ms of a processor, and
 * no other request has to wait for it.
 */
export class ApiDocument {
  private made: Promise<string> | undefined;

  constructor(private readonly addresses: Addresses) {}

  async text(): Promise<string> {
    this.made ??= this.make();
    try {
      return await this.made;
    } catch (error) {
      this.made = undefined;
      throw error;
    }
  }

  private async make(): Promise<string> {
    const thread = new Worker(program, { workerData: this.addresses });
    const [text] = (await once(thread, 'message')) as [string];
    return text;
  }
}
