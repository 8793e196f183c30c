import type { ParsedUrlQuery } from 'node:querystring';
import { InvalidInput, parseAll } from '@cairn/kernel';
import { conditionsIn } from './number-conditions.js';

/** Parameters that select spaces. Without them, more spaces are listed. */
const choosing = ['owner', 'tag', 'region'];

/** XYZ Hub treats these as absent if they are empty. */
const absentIfEmpty = ['limit', 'cursor'];

const flags = ['includeRights', 'includeConnectors', 'dryRun'];

const names = [...choosing, ...absentIfEmpty, ...flags];

/**
 * Parses the query like XYZ Hub: names are case-insensitive, and an empty page parameter counts as absent.
 * @throws {InvalidInput} for a condition without a value, and for repeated values that differ, because it is unclear
 * which is meant.
 */
export function hubQuery(query: ParsedUrlQuery): Readonly<Record<string, string>> {
  const parsers: Record<string, () => string> = {};
  for (const name of names) {
    const sent = Object.keys(query).filter((one) => one.toLowerCase() === name.toLowerCase());
    const given = sent.flatMap((one) => query[one] ?? '');
    const isAbsent = absentIfEmpty.includes(name) && given.every((value) => value === '');
    if (given.length > 0 && !isAbsent) parsers[name] = () => valueOf(name, given);
  }
  const read = parseAll(parsers);
  const contentUpdatedAt = conditionsIn(query, 'contentUpdatedAt');
  return contentUpdatedAt === undefined ? read : { ...read, contentUpdatedAt };
}

/** A flag that is both true and false is passed on to be rejected. */
function valueOf(name: string, values: readonly string[]): string {
  const isFlag = flags.includes(name);
  const given = [...new Set(isFlag ? values.map((value) => value.toLowerCase()) : values)];
  if (isFlag) return given.join();
  if (given.length > 1) throw InvalidInput.of('ambiguous', `\`${name}\` has several values.`);
  if (given[0] === '') throw InvalidInput.of('empty', `\`${name}\` must have a value.`);
  return given[0] ?? '';
}
