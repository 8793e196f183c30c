import { readFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/** Resident set size in bytes. @throws {Error} on systems other than Linux. */
export function residentSetOf(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** Peak resident set size while `work` is pending. */
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
