import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { MapPictureFailed, type MapPicture, type PictureTile } from '@cairn/maps';
import { helperEnvironment } from '../processes/environment.js';
import type { PaintAnswer, PaintRequest } from './paint-messages.js';

// Resolved by package name: processes need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-sharp/map-program');

/** A process with more memory is replaced after its picture. */
const MAX_IDLE_BYTES = 320 * 1024 ** 2;
/** Between two pictures. A process takes a fifth of a second to start. */
const MAX_IDLE_MS = 60_000;

/** A process that paints one picture at a time. While idle, it does not keep its parent alive, and ends after a while. */
export class MapProcess {
  private readonly child: ChildProcess;
  private isOver = false;
  private idle: NodeJS.Timeout | undefined;

  constructor() {
    this.child = fork(program, [], {
      execArgv: [],
      env: helperEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
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
    clearTimeout(this.idle);
    this.child.kill('SIGKILL');
  }

  /** Paints a picture. Kills the process on any other outcome. @throws {MapPictureFailed} or the reason of the signal */
  async paint(
    picture: MapPicture,
    { tiles, signal }: { readonly tiles: AsyncIterable<PictureTile>; readonly signal: AbortSignal },
  ): Promise<Uint8Array<ArrayBuffer>> {
    this.work();
    const answered = new AbortController();
    try {
      signal.throwIfAborted();
      const result = new Promise<PaintAnswer>((resolve, reject) => {
        const { signal: over } = answered;
        const fail = (error: Error): void => reject(error);
        const [onAbort, onExit] = [
          () => fail(reasonOf(signal)),
          () => fail(new MapPictureFailed('its process ended')),
        ];
        signal.addEventListener('abort', onAbort, { signal: over });
        this.child.on('message', resolve).on('exit', onExit);
        over.addEventListener('abort', () => this.child.off('message', resolve).off('exit', onExit));
      });
      result.catch(() => undefined); // it is awaited below
      for await (const tile of tiles) {
        signal.throwIfAborted();
        await this.send({ kind: 'tile', tile }, signal);
      }
      await this.send({ kind: 'paint', picture }, signal);
      const answer = await result;
      if (answer.kind === 'failed') throw new MapPictureFailed(answer.reason);
      if (answer.residentBytes > MAX_IDLE_BYTES) this.kill();
      return answer.bytes;
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      answered.abort();
      this.rest();
    }
  }

  /** One after the other, so that the event loop serves others in between. */
  private async send(request: PaintRequest, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.hasEnded) return; // the answer fails
    await new Promise<void>((resolve) => {
      this.child.send(request, () => setImmediate(resolve));
    });
  }

  private work(): void {
    clearTimeout(this.idle);
    for (const part of [this.child, this.child.channel]) part?.ref();
  }

  private rest(): void {
    for (const part of [this.child, this.child.channel]) part?.unref();
    if (this.hasEnded) return;
    this.idle = setTimeout(() => this.kill(), MAX_IDLE_MS);
    this.idle.unref();
  }
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('Nobody waits for the picture.');
