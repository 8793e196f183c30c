import { readFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/** Bytes of the process in memory now. @throws {Error} away from Linux. */
export function residentSetOf(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** What the process had in memory at most while `work` was under way. */
export async function peakWhile(pid: number, work: Promise<unknown>): Promise<number> {
  let peak = residentSetOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, residentSetOf(pid))), SAMPLE_MS);
  try {
    await work;
    return peak;
  } finally {
    clearInterval(timer);
  }
}
