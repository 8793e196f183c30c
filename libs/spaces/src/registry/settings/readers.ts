import { InvalidInput, parseAll } from '@cairn/kernel';
import { isItems, isMembers, type Json, type JsonMembers } from '../../json/json.js';

/** Reads a JSON value; the name is what its faults call it. @throws {InvalidInput} */
export type Read<T> = (value: Json, name: string) => T;

/** JSON values by name, some of which may be absent. */
export type GivenMembers = Readonly<Record<string, Json | undefined>>;

/** Reads a member for `parseAll`. Absent and `null` are the same. */
export function optional<T>(given: GivenMembers, name: string, read: Read<T>): () => T | undefined {
  return () => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    return value === undefined || value === null ? undefined : read(value, name);
  };
}

export const flag: Read<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw wrongType(name, '`true` or `false`');
  return value;
};

export const members: Read<JsonMembers> = (value, name) => {
  if (!isMembers(value)) throw wrongType(name, 'an object');
  return value;
};

export function wholeNumber(min: number, max: number): Read<number> {
  return (value, name) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(name, 'a whole number');
    if (value < min || value > max)
      throw InvalidInput.of('out-of-range', `The ${name} must be from ${min} to ${max}.`);
    return value;
  };
}

export function text(limit: number): Read<string> {
  return (value, name) => {
    if (typeof value !== 'string') throw wrongType(name, 'a string');
    return parseText(value, { name, limit });
  };
}

/** A text that is not empty. */
export function word(limit: number): Read<string> {
  const read = text(limit);
  return (value, name) => {
    if (value === '') throw InvalidInput.of('invalid-length', `The ${name} must not be empty.`);
    return read(value, name);
  };
}

export function oneOf<T extends string>(words: readonly T[]): Read<T> {
  return (value, name) => {
    const found = words.find((known) => known === value);
    if (found === undefined)
      throw InvalidInput.of('invalid-value', `The ${name} must be one of ${words.join(', ')}.`);
    return found;
  };
}

export function list<T>(read: Read<T>, limit: number): Read<readonly T[]> {
  return (value, name) => {
    if (!isItems(value)) throw wrongType(name, 'an array');
    assertAtMost(limit, value.length, name);
    const entries = value.map((item, index) => [String(index), item] as const);
    return readEach(entries, (item) => read(item, `entry of the ${name}`)).map(([, item]) => item);
  };
}

/** An object of members with any names. */
export function record<T>(
  read: Read<T>,
  { key, limit }: { readonly key: Read<string>; readonly limit: number },
): Read<Readonly<Record<string, T>>> {
  return (value, name) => {
    const entries = Object.entries(members(value, name));
    assertAtMost(limit, entries.length, name);
    const readMember = (member: Json, step: string): T => {
      key(step, `name in the ${name}`);
      return read(member, `member of the ${name}`);
    };
    return Object.fromEntries(readEach(entries, readMember));
  };
}

/** Reads all values, so that every fault is found. */
function readEach<T>(
  entries: readonly (readonly [step: string, value: Json])[],
  read: (value: Json, step: string) => T,
): readonly (readonly [string, T])[] {
  const all: (readonly [string, T])[] = [];
  const readers = entries.map(([step, value]) => {
    // As a part of a JSON Pointer (RFC 6901).
    const escaped = step.replaceAll('~', '~0').replaceAll('/', '~1');
    return [escaped, () => all.push([step, read(value, step)])] as const;
  });
  parseAll(Object.fromEntries(readers));
  return all;
}

function assertAtMost(limit: number, count: number, name: string): void {
  if (count > limit) throw InvalidInput.of('too-many', `The ${name} has more than ${limit} entries.`);
}

function wrongType(name: string, expected: string): InvalidInput {
  return InvalidInput.of('invalid-type', `The ${name} must be ${expected}.`);
}

/** @throws {InvalidInput} if the text is longer than that in characters, or no store could keep it. */
export function parseText(
  text: string,
  { name, limit }: { readonly name: string; readonly limit: number },
): string {
  // Stores such as PostgreSQL cannot store NUL, or half a surrogate pair, in a text.
  if (/[\0\p{Cs}]/u.test(text))
    throw InvalidInput.of('invalid-character', `The ${name} has a NUL character or half a surrogate pair.`);
  if ([...text].length > limit)
    throw InvalidInput.of('text-too-long', `The ${name} is longer than ${limit} characters.`);
  return text;
}
