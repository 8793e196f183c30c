import childProcess from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import timers from 'node:timers/promises';
import threads from 'node:worker_threads';
import { FAULTY_WIDTHS, type Fault } from './faults.js';

/*
 * Preloaded into a server, its threads and its rendering processes. Marked work really hangs, throws, allocates or ends
 * them. Limits are shorter, and the test sets the clock.
 */
const options = new URL(import.meta.url).searchParams;
/** Files of the test: `clock` says how far the clock is ahead, `mended` ends all faults, `tries` has a line for each fault. */
const folder = options.get('folder') ?? '';
/** The guard that a test takes away, to see the check fail. */
const without = options.get('without');

/** Allocation stops here when no limit ends it. */
const MOST_BYTES = (without === 'memory' ? 1 : 3) * 1024 ** 3;
const BUFFER_BYTES = 64 * 1024 ** 2;
/** Large where no limit ends it: on a busy machine it must pass the limit before its time is up. */
const ARRAY_BYTES = (without === 'memory' ? 32 : 1) * 1024 ** 2;
/** Between two buffers. Without a pause a busy machine fills them before the limit is checked. */
const PAUSE_MS = 30;
const BROKEN = 'It is broken.';
const THREAD_MEBIBYTES = 64;
const PROCESS_BYTES = without === 'memory' ? Infinity : 256 * 1024 ** 2;

function misbehave(kind: string, fault: Fault): void {
  appendFileSync(join(folder, 'tries'), `${kind} ${fault}\n`);
  switch (fault) {
    case 'hangs':
      for (;;);
    case 'throws':
      throw new Error(BROKEN);
    case 'allocates':
      return allocate();
    case 'exits':
      if (without === 'isolation') process.kill(process.pid, 'SIGKILL'); // as if it ran in the main thread of the server
      process.exit(1);
    case 'is killed':
      process.kill(process.pid, 'SIGKILL');
  }
}

/** In a process, allocates buffers, which are outside the heap of V8; in a thread, arrays inside its own heap. */
function allocate(): never {
  const kept: unknown[] = [];
  const size = threads.isMainThread ? BUFFER_BYTES : ARRAY_BYTES;
  for (let bytes = 0; bytes < MOST_BYTES; bytes += size) {
    kept.push(threads.isMainThread ? Buffer.alloc(size, 1) : new Array(size / 8).fill(bytes));
    appendFileSync(join(folder, 'allocated'), `${bytes}\n`);
    if (threads.isMainThread) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  throw new Error(BROKEN);
}

const isMended = (): boolean => existsSync(join(folder, 'mended'));

/** A request to the thread that copies large features. */
function copyOrMisbehave(request: { readonly kind?: string; readonly body?: string }): void {
  const fault = request.kind === 'copies' && /"fault":"([^"]+)"/.exec(request.body ?? '')?.[1];
  if (fault && !isMended()) misbehave('copy-large-features', fault as Fault);
}

interface Render {
  readonly original: { readonly width: number };
  readonly transform: { readonly format?: string };
  readonly effort: string;
  readonly path?: string;
}

/** A request to a rendering process. */
function renderOrMisbehave({ original, transform, effort, path = '' }: Render): void {
  const kind =
    transform.format === 'appearance'
      ? 'describe-images'
      : effort === 'thorough'
        ? 'refine-derivatives'
        : undefined;
  const found = FAULTY_WIDTHS.find(([width]) => width === original.width);
  if (kind === undefined || found?.[1] !== kind) return;
  const [, , fault] = found;
  const whole = join(folder, basename(path));
  if (isMended() && existsSync(whole)) copyFileSync(whole, path);
  if (isMended() || path === '') return;
  if (fault !== 'throws') return misbehave(kind, fault);
  appendFileSync(join(folder, 'tries'), `${kind} ${fault}\n`);
  if (!existsSync(whole)) copyFileSync(path, whole);
  truncateSync(path, 1); // a reader finds fewer bytes than it expects
}

/** Has each listener to its messages look for a fault first. */
function misbehaveAt<Message>(port: NodeJS.EventEmitter, look: (message: Message) => void): void {
  const on = port.on.bind(port);
  port.on = (event, listener) =>
    on(
      event,
      event !== 'message'
        ? listener
        : (message: Message) => {
            look(message);
            listener(message);
          },
    );
}

/** Limits of work in milliseconds, and what they are instead. */
const SHORTER_LIMITS: Readonly<Record<number, number>> =
  without === 'time'
    ? {}
    : // Where no limit of memory ends it, it must have allocated more than that before its time is up, on a busy machine too.
      { 180_000: without === 'memory' ? 6_000 : 2_000, 20_000: 4_000 };
const SHORTER_PAUSES: Readonly<Record<number, number>> = {
  ...(without !== 'time' && { 300_000: 9_000 }),
  60_000: 200,
  30_000: 500,
  15_000: 200,
  5_000: 500,
};

/** The limit of memory is in the source text of the thread that watches it. */
function limitProcess(): void {
  threads.Worker = class extends threads.Worker {
    constructor(program: string | URL, given: threads.WorkerOptions = {}) {
      super(String(program).replace(/(?<=rss\(\) > )\d+/, String(PROCESS_BYTES)), given);
    }
  };
  syncBuiltinESMExports();
}

function changeServer(): void {
  const { now } = Date;
  let ahead = 0;
  const look = (): void => {
    const clock = join(folder, 'clock');
    if (existsSync(clock)) ahead = Number(readFileSync(clock, 'utf8'));
  };
  look();
  setInterval(look, 20).unref();
  Date.now = () => now() + ahead;

  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = Object.assign(
    ((work: () => void, ms = 0) => later(work, SHORTER_LIMITS[ms] ?? ms)) as typeof setTimeout,
    { __promisify__: later.__promisify__ },
  );
  const { setTimeout: pause } = timers;
  timers.setTimeout = (ms = 0, ...rest) => pause(SHORTER_PAUSES[ms] ?? ms, ...rest);

  const { unlink } = promises;
  promises.unlink = async (path) => {
    const held = join(folder, `${basename(String(path))}.held`);
    if (isMended() || !existsSync(held)) return await unlink(path);
    const fault = readFileSync(held, 'utf8') as Fault;
    if (fault !== 'hangs') return misbehave('delete-removed-blobs', fault);
    appendFileSync(join(folder, 'tries'), `delete-removed-blobs ${fault}\n`);
    await new Promise(() => undefined);
  };

  const { fork } = childProcess;
  childProcess.fork = ((program: string, args: readonly string[], given: childProcess.ForkOptions) =>
    fork(program, args, {
      ...given,
      execArgv: ['--import', import.meta.url],
    })) as typeof fork;

  threads.Worker = class extends threads.Worker {
    constructor(program: string | URL, given: threads.WorkerOptions = {}) {
      const isLimited = given.resourceLimits?.maxOldGenerationSizeMb !== undefined;
      const shorter = without === 'memory' ? {} : { maxOldGenerationSizeMb: THREAD_MEBIBYTES };
      super(program, { ...given, ...(isLimited && { resourceLimits: shorter }) });
    }
  };
  syncBuiltinESMExports();
}

const isRendering = process.argv[1]?.endsWith('render-program.js') === true;
const { parentPort } = threads;
if (isRendering && threads.isMainThread) {
  misbehaveAt(process, renderOrMisbehave);
  limitProcess();
} else if (parentPort !== null) misbehaveAt(parentPort as never, copyOrMisbehave);
else changeServer();
