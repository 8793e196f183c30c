import type { ParsedUrlQuery } from 'node:querystring';

const names = ['owner', 'limit', 'cursor', 'includeRights', 'includeConnectors', 'dryRun'];

/** The names that XYZ Hub takes for absent where they are empty. To do so with a `dryRun` would delete for real. */
const absentIfEmpty = ['owner', 'limit', 'cursor'];

/**
 * The query as XYZ Hub reads it: names in any case, the last of several, some empty values as if they were not there,
 * and a number that is none likewise.
 */
export function hubQuery(query: ParsedUrlQuery): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [sent, values] of Object.entries(query)) {
    const name = names.find((known) => known.toLowerCase() === sent.toLowerCase());
    const value = Array.isArray(values) ? values.at(-1) : values;
    if (name === undefined || typeof value !== 'string') continue;
    if (value === '' && absentIfEmpty.includes(name)) continue;
    if (name !== 'limit' || /^\d+$/.test(value)) read[name] = value;
  }
  return read;
}
