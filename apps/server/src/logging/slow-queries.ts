import type { SlowStatement, SlowStatements } from '@cairn/kernel';
import type { Logger } from 'pino';

const MINUTE_MS = 60_000;
/** A database that is slow altogether must not fill the log. */
const MAX_A_MINUTE = 20;
const MAX_CHARACTERS = 2_000;

/**
 * Logs statements that take at least `fromMs`, 20 a minute at most. The first line after a minute with more tells how many were left
 * out. `undefined` if `fromMs` is 0.
 */
export function slowQueries(
  fromMs: number,
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): SlowStatements | undefined {
  if (fromMs === 0) return undefined;
  let begun = -MINUTE_MS;
  let [logged, leftOut] = [0, 0];
  const report = ({ text, durationMs, work }: SlowStatement): void => {
    if (now() - begun >= MINUTE_MS) [begun, logged] = [now(), 0];
    if (logged === MAX_A_MINUTE) {
      leftOut += 1;
      return;
    }
    logged += 1;
    const facts = {
      durationMs: Math.round(durationMs),
      ...(work !== undefined && { work }),
      statement: shown(text),
      ...(leftOut > 0 && { leftOut }),
    };
    leftOut = 0;
    log.warn(facts, 'a slow query');
  };
  return { fromMs, report };
}

/** In one line. */
function shown(text: string): string {
  const line = text
    .slice(0, 2 * MAX_CHARACTERS)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
