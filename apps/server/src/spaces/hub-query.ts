import type { Request } from 'express';

const names = ['owner', 'includeRights', 'includeConnectors', 'limit', 'cursor', 'dryRun'];

/**
 * The query as XYZ Hub reads it: names in any case, the last of several, empty values as if they were not there, and
 * a number that is none likewise.
 */
export function hubQuery({ query }: Request): Readonly<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const [sent, values] of Object.entries(query)) {
    const name = names.find((known) => known.toLowerCase() === sent.toLowerCase());
    const value = Array.isArray(values) ? values.at(-1) : values;
    if (name === undefined || typeof value !== 'string' || value === '') continue;
    if (name !== 'limit' || /^\d+$/.test(value)) read[name] = value;
  }
  return read;
}
