import type { ImportSummary } from '@cairn/api-schema';
import type { ImportProgress } from '@cairn/spaces';
import { endOnlyWriting } from '../../http/body/discard-body.js';
import { TextWriter } from '../../http/responses/text-writer.js';
import type { OperationRequest } from '../../http/routing/request-router.js';
import { PROGRESS } from './import-request.js';
import { progressView } from './import-view.js';

/** Sends a line after each stored chunk of an import, and its summary as the last one. */
export class ProgressLines {
  private writer: TextWriter | undefined;

  constructor(private readonly given: Pick<OperationRequest, 'request' | 'response'>) {}

  /** Whether it is too late for another status. */
  get hasBegun(): boolean {
    return this.writer !== undefined;
  }

  /** Resolves when the client can take more, or has gone. */
  async add(progress: ImportProgress): Promise<void> {
    await this.begin().write(lineOf(progressView(progress)));
  }

  end(summary: ImportSummary): void {
    const { request } = this.given;
    const writer = this.begin();
    if (!request.complete) endOnlyWriting(request.socket);
    writer.end(lineOf(summary));
  }

  private begin(): TextWriter {
    if (this.writer !== undefined) return this.writer;
    const { request, response } = this.given;
    response.setHeader('Content-Type', `${PROGRESS}; charset=utf-8`);
    response.setHeader('X-Accel-Buffering', 'no'); // nginx would keep the lines back
    // The import may break off, and a client that still sends must not send another request behind its body.
    if (!request.complete) response.setHeader('Connection', 'close');
    this.writer = new TextWriter(response);
    return this.writer;
  }
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
