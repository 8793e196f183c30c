import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { Unrenderable } from '@cairn/images';
import type { RenderedImage, RenderRequest } from '@cairn/images/spi';
import { StorageUnavailable } from '@cairn/kernel';
import { helperEnvironment } from '../processes/environment.js';
import type { RenderJob, RenderResult } from './render-messages.js';

// Resolved by package name: processes need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-sharp/render-program');

/**
 * A process with more memory is replaced after its job, because libvips does not return all freed memory to the system.
 */
const MAX_IDLE_BYTES = 320 * 1024 ** 2;

/** The process ended before its job did. */
export class ProcessEnded extends Error {
  constructor(
    /** Whether the process was killed from outside, so that the image is not at fault. */
    readonly wasKilled: boolean,
  ) {
    super('The process ended.');
  }
}

/** A process that renders one image at a time. While idle, it does not keep its parent alive. */
export class RenderProcess {
  private readonly child: ChildProcess;
  private readonly input: Socket;
  private readonly output: Socket;
  private isOver = false;

  constructor() {
    const stdio = ['pipe', 'pipe', 'ignore', 'ipc'] as const;
    this.child = fork(program, [], { execArgv: [], env: helperEnvironment(), stdio: [...stdio] });
    this.input = socketOf(this.child.stdin);
    this.output = socketOf(this.child.stdout);
    this.input.on('error', () => undefined); // It ended: 'exit' says so.
    this.child.on('error', () => this.kill());
    this.child.on('exit', () => (this.isOver = true));
    this.rest();
  }

  get hasEnded(): boolean {
    return this.isOver || !this.child.connected;
  }

  /** The process id. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  kill(): void {
    this.isOver = true;
    this.child.kill('SIGKILL');
  }

  /**
   * Renders an image. Kills the process on any outcome but a rendered or unrenderable image.
   * @throws {ProcessEnded} {Unrenderable}, the reason of the signal, or an error of the source.
   */
  async render(request: RenderRequest, signal: AbortSignal): Promise<RenderedImage> {
    this.work();
    const { source, original, transform, output, effort = 'fast' } = request;
    const { contentType, width, height, frames, orientation, edit } = original;
    const job: RenderJob = {
      sizeInBytes: source.sizeInBytes,
      transform,
      output,
      effort,
      original: { contentType, width, height, frames, orientation, edit },
    };
    const give = (path?: string): void => {
      this.child.send({ ...job, path }, () => undefined); // It ended: 'exit' says so.
      if (path === undefined) this.feed(request).catch((error: unknown) => received.fail(error));
    };
    const received = new ReceivedImage(this.child, this.output, give);
    const abort = (): void => received.fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      give(source.path);
      const { image, residentBytes } = await received.image;
      if (residentBytes > MAX_IDLE_BYTES) this.kill();
      return image;
    } catch (error) {
      if (!(error instanceof Unrenderable)) this.kill();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
      received.close();
      this.rest();
    }
  }

  private async feed({ source }: RenderRequest): Promise<void> {
    let fed = 0;
    for await (const chunk of source.read()) {
      if (this.isOver) return;
      fed += chunk.length;
      if (!this.input.write(chunk)) await this.drained();
    }
    if (fed !== source.sizeInBytes)
      throw new StorageUnavailable(`An image has ${fed} bytes instead of ${source.sizeInBytes}.`);
  }

  private async drained(): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        this.input.off('drain', end).off('close', end);
        resolve();
      };
      this.input.on('drain', end).on('close', end);
    });
  }

  private work(): void {
    for (const part of [this.child, this.child.channel, this.input, this.output]) part?.ref();
  }

  private rest(): void {
    for (const part of [this.child, this.child.channel, this.input, this.output]) part?.unref();
  }
}

/** The output of a process: facts about the image as a message, its bytes on the standard output. */
class ReceivedImage {
  readonly image: Promise<{ readonly image: RenderedImage; readonly residentBytes: number }>;
  fail: (reason: unknown) => void = () => undefined;
  private readonly chunks: Buffer[] = [];
  private receivedBytes = 0;
  private facts: Extract<RenderResult, { kind: 'rendered' }> | undefined;
  private succeed: (image: Awaited<ReceivedImage['image']>) => void = () => undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly output: Socket,
    private readonly giveAgain: () => void,
  ) {
    this.image = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    child.on('message', this.take).on('exit', this.ended);
    output.on('data', this.collect);
    if (child.exitCode !== null || child.signalCode !== null) this.ended();
  }

  close(): void {
    this.child.off('message', this.take).off('exit', this.ended);
    this.output.off('data', this.collect);
  }

  private readonly ended = (): void => this.fail(new ProcessEnded(this.child.signalCode === 'SIGKILL'));

  private readonly take = (result: RenderResult): void => {
    if (result.kind === 'unread') return this.giveAgain();
    if (result.kind === 'unrenderable') this.fail(new Unrenderable(result.reason));
    else this.facts = result;
    this.check();
  };

  private readonly collect = (chunk: Buffer): void => {
    this.chunks.push(chunk);
    this.receivedBytes += chunk.length;
    this.check();
  };

  private check(): void {
    if (this.facts === undefined || this.receivedBytes < this.facts.sizeInBytes) return;
    const { width, height, frames, residentBytes } = this.facts;
    this.succeed({ image: { bytes: Buffer.concat(this.chunks), width, height, frames }, residentBytes });
  }
}

/** Pipes of child processes are sockets. */
function socketOf(stream: unknown): Socket {
  if (stream instanceof Socket) return stream;
  throw new Error('A process has no pipe.');
}
