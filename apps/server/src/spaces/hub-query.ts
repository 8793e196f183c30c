import type { ParsedUrlQuery } from 'node:querystring';
import { conditionsIn } from './number-conditions.js';

/** XYZ Hub treats these as absent if they are empty. Not `dryRun`: an empty one would then delete for real. */
const absentIfEmpty = ['owner', 'tag', 'limit', 'cursor'];

const flags = ['includeRights', 'includeConnectors', 'dryRun'];

const names = [...absentIfEmpty, ...flags];

/**
 * Parses the query like XYZ Hub: names are case-insensitive, the last of several values wins except for flags, and some
 * empty values and a non-integer `limit` are treated as absent.
 */
export function hubQuery(query: ParsedUrlQuery): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [sent, values] of Object.entries(query)) {
    const name = names.find((known) => known.toLowerCase() === sent.toLowerCase());
    if (name === undefined) continue;
    const value = valueOf(name, [values ?? ''].flat());
    if (value === '' && absentIfEmpty.includes(name)) continue;
    if (name !== 'limit' || /^-?\d+$/.test(value)) read[name] = value;
  }
  const contentUpdatedAt = conditionsIn(query, 'contentUpdatedAt');
  return contentUpdatedAt === undefined ? read : { ...read, contentUpdatedAt };
}

/** A flag that is both true and false is passed on to be rejected, because its meaning is unclear. */
function valueOf(name: string, values: readonly string[]): string {
  if (!flags.includes(name)) return values.at(-1) ?? '';
  return [...new Set(values.map((value) => value.toLowerCase()))].join();
}
