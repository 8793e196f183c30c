import type { ParsedUrlQuery } from 'node:querystring';
import { conditionsIn } from './number-conditions.js';

const names = ['owner', 'tag', 'limit', 'cursor', 'includeRights', 'includeConnectors', 'dryRun'];

/** XYZ Hub treats these as absent if they are empty. Not `dryRun`: an empty one would then delete for real. */
const absentIfEmpty = ['owner', 'tag', 'limit', 'cursor'];

/** Which of two different ones is meant, nobody knows. */
const flags = ['includeRights', 'includeConnectors', 'dryRun'];

function valueOf(name: string, values: readonly string[]): string {
  return flags.includes(name)
    ? [...new Set(values.map((value) => value.toLowerCase()))].join()
    : (values.at(-1) ?? '');
}

/**
 * Parses the query like XYZ Hub: names are case-insensitive, the last of several values counts, but for flags, and some empty values
 * and an invalid `limit` are treated as absent.
 */
export function hubQuery(query: ParsedUrlQuery): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [sent, values] of Object.entries(query)) {
    const name = names.find((known) => known.toLowerCase() === sent.toLowerCase());
    if (name === undefined) continue;
    const value = valueOf(name, [values ?? ''].flat());
    if (value === '' && absentIfEmpty.includes(name)) continue;
    if (name !== 'limit' || /^\d+$/.test(value)) read[name] = value;
  }
  const contentUpdatedAt = conditionsIn(query, 'contentUpdatedAt');
  return contentUpdatedAt === undefined ? read : { ...read, contentUpdatedAt };
}
