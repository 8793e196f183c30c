import { readdirSync, readFileSync } from 'node:fs';

/** What a process and those that it has started take. */
export interface ProcessLoad {
  /** Since they began, ended ones included. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
const SAMPLE_MS = 20;

/** Of Linux; zeros elsewhere. */
export function loadOf(pid: number): ProcessLoad {
  const pids = [pid, ...childrenOf(pid)];
  return {
    cpuMs: pids.reduce((sum, each) => sum + TICK_MS * ticksOf(each), 0),
    residentBytes: pids.reduce((sum, each) => sum + residentBytesOf(each), 0),
  };
}

/** The CPU time of each thread of a process and of those that it has started, in ms, by its name and number. */
export function threadLoadsOf(pid: number): ReadonlyMap<string, number> {
  const threads = [pid, ...childrenOf(pid)].flatMap((process) =>
    namesIn(`/proc/${process}/task`).map((thread) => `${process}/task/${thread}`),
  );
  const loads = threads.map((thread): [string, number] => {
    const [user = 0, system = 0] = statOf(thread).slice(11, 13).map(Number);
    return [`${textOf(thread, 'comm').trim()} ${thread}`, TICK_MS * (user + system)];
  });
  return new Map(loads);
}

/** The most memory that a process alone takes while `work` is pending, in bytes. */
export async function peakMemoryWhile(pid: number, work: Promise<unknown>): Promise<number> {
  let peak = residentBytesOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentBytesOf(pid))), SAMPLE_MS);
  try {
    await work;
    return peak;
  } finally {
    clearInterval(timer);
  }
}

const childrenOf = (pid: number): readonly number[] =>
  namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(pid))
    .map(Number);

/** User and system time, with that of children which have ended. */
const ticksOf = (pid: number): number =>
  statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);

/** The fields behind the name of the program: state, parent, … */
const statOf = (pid: number | string): readonly string[] =>
  (textOf(pid, 'stat').split(') ').at(-1) ?? '').split(' ');

/** Of a process alone. */
export function residentBytesOf(pid: number): number {
  const [, kibibytes = '0'] = /^VmRSS:\s*(\d+) kB$/m.exec(textOf(pid, 'status')) ?? [];
  return Number(kibibytes) * 1024;
}

/** Empty for a process that has just ended. */
function textOf(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
