import type { IncomingMessage } from 'node:http';
import { endOnlyWriting } from '../body/discard-body.js';
import { mediaTypeOf } from '../media-type.js';
import type { OperationRequest } from '../routing/request-router.js';
import { TextWriter } from './text-writer.js';

/** The media type of progress that is sent line by line. */
const PROGRESS = 'application/x-ndjson';

/** Whether the caller wants lines that tell how far a long operation is. */
export function wantsProgress({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.split(',').some((type) => mediaTypeOf(type) === PROGRESS);
}

/** Sends a line now and then while an operation goes on, and what came of it as the last one. */
export class ProgressLines {
  private writer: TextWriter | undefined;

  constructor(private readonly given: Pick<OperationRequest, 'request' | 'response'>) {}

  /** Whether it is too late for another status. */
  get hasBegun(): boolean {
    return this.writer !== undefined;
  }

  /** Resolves when the client can take more, or has gone. */
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
    response.setHeader('X-Accel-Buffering', 'no'); // nginx would keep the lines back
    // The operation may break off, and a client that still sends must not send another request behind its body.
    if (!request.complete) response.setHeader('Connection', 'close');
    this.writer = new TextWriter(response);
    return this.writer;
  }
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;
