import type { IncomingMessage } from 'node:http';
import { endOnlyWriting } from '../bodies/discard-body.js';
import { namesType } from '../messages/negotiation.js';
import type { OperationRequest } from '../routing/operation-handler.js';
import { TextWriter } from './text-writer.js';

/** The media type of progress reports, one per line. */
const PROGRESS = 'application/x-ndjson';

/** Whether the client requests progress lines. */
export function wantsProgress(request: IncomingMessage): boolean {
  return namesType(request, PROGRESS);
}

/** Sends a progress line from time to time during an operation, and its result as the last one. */
export class ProgressLines {
  private writer: TextWriter | undefined;

  constructor(private readonly given: Pick<OperationRequest, 'request' | 'response'>) {}

  /** Whether the response has begun, so that its status is fixed. */
  get hasBegun(): boolean {
    return this.writer !== undefined;
  }

  /** Resolves when the client can receive more, or has disconnected. */
  async add(progress: object): Promise<void> {
    await this.begin().write(lineOf(progress));
  }

  end(summary: object): void {
    const { request } = this.given;
    const writer = this.begin();
    if (!request.complete) endOnlyWriting(request.socket);
    writer.end(lineOf(summary));
  }

  private begin(): TextWriter {
    if (this.writer !== undefined) return this.writer;
    const { request, response } = this.given;
    response.setHeader('Content-Type', `${PROGRESS}; charset=utf-8`);
    response.setHeader('X-Accel-Buffering', 'no'); // otherwise nginx would buffer the lines
    // If the operation fails early, a client that is still sending must not reuse the connection behind its body.
    if (!request.complete) response.setHeader('Connection', 'close');
    this.writer = new TextWriter(response);
    return this.writer;
  }
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
