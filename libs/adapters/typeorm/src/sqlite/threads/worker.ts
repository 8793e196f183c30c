import { getHeapSpaceStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { HeapTrimmer, type SlowStatement } from '@cairn/kernel';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { repositoriesOver, repositoryCalls } from '../../repositories.js';
import { slowStatementTimer } from '../../sql/slow-statement-timer.js';
import { originOfCalls, workOfCall } from '../connection/work-of-call.js';
import { DiskReserve } from '../connection/disk-reserve.js';
import { SqliteConnection } from '../connection/sqlite-connection.js';
import { SqliteFeatureStore } from '../features/sqlite-feature-store.js';
import { SqliteDatabase } from '../connection/sqlite-database.js';
import { CallTurns } from './call-turns.js';
import { FileStage } from './file-stage.js';
import { serveCalls } from './serve-calls.js';
import { SharedClock } from '../connection/shared-clock.js';
import { SharedCounters } from '../connection/shared-counters.js';
import { CALLS, type SlowStatementNote, type ThreadData } from './messages.js';
import { PartedWrites } from './write-in-parts.js';

/** With this niceness the thread gets a tenth of the time if others want it, and all of it otherwise. */
const NICE = 10;

/**
 * Gives this thread a lower priority than the other threads of the process, for machines with fewer processors than
 * work. Only Linux has priorities of threads.
 */
function yieldToOthers(): void {
  try {
    // The link has the form `<process>/task/<thread>`.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // The thread keeps the same priority.
  }
}

// Set in worker threads only.
if (parentPort === null) throw new Error('This file is run by a worker thread.');
const { file, role, counters, time, stage, reserveInBytes, slowFromMs } = workerData as ThreadData;
const isWriter = role === 'writer';
if (role === 'long reader') yieldToOthers();

await import('../connection/sqlite-source.js'); // takes long, so it is loaded before the file is there
const fileStage = new FileStage(stage);
fileStage.waitFor(isWriter ? 'prepared' : 'written');

const port = parentPort;
const report = (slow: SlowStatement): void => port.postMessage({ slow } satisfies SlowStatementNote);
const timer = slowStatementTimer({
  currentWork: workOfCall,
  slowStatements: slowFromMs === undefined ? undefined : { fromMs: slowFromMs, report },
});
const writing = { timer, origin: originOfCalls(new SharedClock(time)) };

const database = new SqliteDatabase({
  writer: isWriter ? await SqliteConnection.writer(file, writing).withEntities() : undefined,
  reader: await SqliteConnection.reader(file, timer).withEntities(),
  openReader: () => SqliteConnection.snapshot(file, timer),
  counters: new SharedCounters(counters),
  reserve: isWriter ? await DiskReserve.open(file, reserveInBytes) : undefined,
});
if (isWriter) fileStage.reach('written');
const features = new SqliteFeatureStore(database);
const repositories = {
  ...repositoriesOver(database),
  features,
  [CALLS]: { all: repositoryCalls },
  parts: new PartedWrites(features),
  database,
};
const heap = HeapTrimmer.ofThread(getHeapSpaceStatistics, setTimeout, globalThis.gc);
serveCalls(parentPort, repositories, {
  turns: isWriter ? undefined : new CallTurns(), // writes have a queue of their own
  onSent: () => heap.worked(),
});
