import type { Cycle } from './crash.js';

/** A line about one kill. */
export function progress(
  { number, load, inFlight, leftovers, stored, faults }: Cycle,
  kills: number,
): string {
  const { delayMs, uploads, deletes } = load;
  const done = `${uploads} uploads, ${deletes} deletes`;
  const cut =
    inFlight &&
    `in flight ${inFlight.uploadsSurvived}+${inFlight.uploadsLost} uploads, ${inFlight.deletesDone}+${inFlight.deletesUndone} deletes`;
  const swept =
    leftovers &&
    `swept ${leftovers.blobsOfUploads}+${leftovers.blobsOfDeletes} blobs, ${leftovers.staged} staged`;
  const parts = [
    `${delayMs} ms`,
    done,
    cut,
    swept,
    `${stored} stored`,
    faults.length === 0 ? 'ok' : `${faults.length} FAULTS`,
  ];
  return `${String(number).padStart(4)}/${kills}  ${parts.filter((part) => part !== undefined).join(' · ')}`;
}

/** Totals, and the number of kills in which each occurred. What occurred in none was not tested. */
export function table(cycles: readonly Cycle[]): string {
  const rows: readonly (readonly [string, (cycle: Cycle) => number | undefined])[] = [
    ['uploads acknowledged', ({ load }) => load.uploads],
    ['deletes acknowledged', ({ load }) => load.deletes],
    ['uploads in flight that survived whole', ({ inFlight }) => inFlight?.uploadsSurvived],
    ['uploads in flight that left nothing', ({ inFlight }) => inFlight?.uploadsLost],
    ['deletes in flight that were done', ({ inFlight }) => inFlight?.deletesDone],
    ['deletes in flight that were not', ({ inFlight }) => inFlight?.deletesUndone],
    ['killed between blob and row', ({ leftovers }) => leftovers?.blobsOfUploads],
    ['killed between row and blob', ({ leftovers }) => leftovers?.blobsOfDeletes],
    ['killed while bytes came in', ({ leftovers }) => leftovers?.staged],
    ['broken promises', ({ faults }) => faults.length],
  ];
  const lines = rows.map(([what, count]) => {
    const counts = cycles.map((cycle) => count(cycle) ?? 0);
    const total = counts.reduce((sum, one) => sum + one, 0);
    return `  ${what.padEnd(40)}${String(total).padStart(8)}${String(counts.filter((one) => one > 0).length).padStart(10)}`;
  });
  return [`  ${''.padEnd(40)}${'in all'.padStart(8)}${'in kills'.padStart(10)}`, ...lines].join('\n');
}
