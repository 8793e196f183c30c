import type { CDPSession, Page } from 'playwright-core';

const observe = `(() => {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
})()`;

/** Fixed work of a script, in ms: what it takes says how fast the machine is now. */
const fixedWork = `(() => {
  const from = performance.now();
  const values = [];
  let value = 1;
  for (let index = 0; index < 30_000; index += 1) {
    value = (value * 48271) % 2147483647;
    values.push({ id: String(value), value });
  }
  values.sort((one, other) => one.value - other.value);
  return performance.now() - from;
})()`;

/** What held up the main thread of a page. */
export interface Blocking {
  /** What the tasks above 50 ms took beyond these, in ms for each second. */
  readonly perSecond: number;
  /** The longest task in ms; 0 if there was none above 50 ms. On a busy machine it waits for the processor, too. */
  readonly longest: number;
  /** The most time of the processor that a task took, in ms: the longest one on a machine at rest. */
  readonly busiest: number;
  /** What fixed work took before and after, the slower of the two, in ms. */
  readonly fixedWork: number;
}

/** Does something with a page whose processor is 4 times slower, and measures how long its main thread was blocked. */
export async function blockingOf(page: Page, act: () => Promise<void>): Promise<Blocking> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const before = await page.evaluate<number>(fixedWork);
  await page.evaluate(observe);
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel'] });
  const from = performance.now();
  await act();
  const seconds = (performance.now() - from) / 1000;
  const trace = await browser?.stopTracing();
  const tasks = await page.evaluate<readonly number[]>('globalThis.longTasks.splice(0)');
  const after = await page.evaluate<number>(fixedWork);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  const total = tasks.reduce((sum, duration) => sum + duration - 50, 0);
  return {
    perSecond: Math.round(total / seconds),
    longest: Math.max(0, ...tasks),
    busiest: trace === undefined ? NaN : busiestTask(trace),
    fixedWork: Math.round(Math.max(before, after)),
  };
}

/** Something that a thread of the browser did. `tdur` is the time of the processor that it took, in µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The most time of the processor that a task of a page took, in ms, by the record of the browser. */
function busiestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const named = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const threads = new Set(named.map(threadOf));
  const durations = traceEvents
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && threads.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / 1000);
  if (durations.length === 0) throw new Error('The browser has recorded no task of the page.');
  return Math.round(durations.reduce((most, duration) => Math.max(most, duration)));
}

/** What a page holds after its garbage is collected. */
export interface Held {
  readonly heapMb: number;
  readonly nodes: number;
}

export async function heldBy(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const metrics = await collected(session);
  await session.detach();
  return {
    heapMb: Math.round((metrics.get('JSHeapUsedSize') ?? NaN) / 1e5) / 10,
    nodes: metrics.get('Nodes') ?? NaN,
  };
}

async function collected(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}
