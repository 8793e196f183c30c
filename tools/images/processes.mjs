import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 50;

/** The processes that a process has started itself. */
export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

/** Of those, the ones that render images. */
export function renderersOf(pid) {
  return childrenOf(pid).filter((child) => textOf(child, 'cmdline').includes('render-program'));
}

/** Resident memory of a process and of those that it has started, in bytes. */
export function residentBytesOf(pid) {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => {
    const [, kibibytes = '0'] = /^VmRSS:\s*(\d+) kB$/m.exec(textOf(each, 'status')) ?? [];
    return sum + Number(kibibytes) * 1024;
  }, 0);
}

/** Notes how much memory they take until it is asked for. */
export function watchMemory(pid) {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytesOf(pid))), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

function parentOf(pid) {
  const [, parent] = /\) \w (\d+)/.exec(textOf(pid, 'stat')) ?? [];
  return Number(parent);
}

/** Empty for a process that has just ended. */
function textOf(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
