import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/** Resident set size in bytes. @throws {Error} on systems other than Linux. */
export function residentSetOf(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** Peak resident set size while `work` is pending. */
export async function peakWhile(pid: number, work: Promise<unknown>): Promise<number> {
  return await peakOf(() => residentSetOf(pid), work);
}

/** The same of a process and those that it has started itself, together. */
export async function peakOfTreeWhile(pid: number, work: Promise<unknown>): Promise<number> {
  return await peakOf(() => {
    const sizes = [pid, ...childrenOf(pid)].map((each) => {
      try {
        return residentSetOf(each);
      } catch {
        return 0; // It has just ended.
      }
    });
    return sizes.reduce((sum, size) => sum + size, 0);
  }, work);
}

function childrenOf(pid: number): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((each) => {
    try {
      return new RegExp(`\\) \\w ${pid} `).test(readFileSync(`/proc/${each}/stat`, 'latin1'));
    } catch {
      return false;
    }
  });
}

async function peakOf(size: () => number, work: Promise<unknown>): Promise<number> {
  let peak = size();
  const timer = setInterval(() => (peak = Math.max(peak, size())), SAMPLE_MS);
  try {
    await work;
    return peak;
  } finally {
    clearInterval(timer);
  }
}
