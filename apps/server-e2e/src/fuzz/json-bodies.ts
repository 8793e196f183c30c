import fc from 'fast-check';
import type { ApiDocument, Schema } from './api-document.js';
import { brokenText, oddValue, Raw, toJson } from './json-text.js';
import { anyText } from './naughty.js';
import { membersOf, valuesOf } from './schema-values.js';

type Members = Readonly<Record<string, unknown>>;
type Mutation = (value: unknown) => unknown;

/** JSON bodies for a schema: half of them fit it, most others break it in one place, some are no JSON at all. */
export function jsonBodies(schema: Schema, document: ApiDocument): fc.Arbitrary<Buffer> {
  const valid = valuesOf(schema, document);
  const names = Object.keys(membersOf(schema, document));
  return fc.oneof(
    { weight: 5, arbitrary: valid.map((value) => Buffer.from(toJson(value))) },
    { weight: 5, arbitrary: fc.tuple(valid, mutations(names)).map(([value, mutate]) => Buffer.from(toJson(mutate(value)))) },
    { weight: 1, arbitrary: fc.tuple(valid, brokenText).map(([value, breakIt]) => breakIt(toJson(value))) },
  );
}

function mutations(names: readonly string[]): fc.Arbitrary<Mutation> {
  const name = fc.constantFrom(...names);
  return fc.oneof(
    name.map((left) => onMembers((members) => without(members, left))),
    fc.tuple(name, oddValue).map(([changed, odd]) => onMembers((members) => ({ ...members, [changed]: odd }))),
    fc.tuple(name, oddValue).map(([changed, odd]) => onMembers((members) => ({ ...members, [changed]: inside(members[changed], odd) }))),
    fc.tuple(anyText, oddValue).map(([added, odd]) => onMembers((members) => appended(members, added, odd))),
    fc.tuple(name, oddValue).map(([doubled, odd]) => onMembers((members) => appended(members, doubled, odd))),
    oddValue.map((odd) => () => odd),
  );
}

function onMembers(change: (members: Members) => unknown): Mutation {
  return (value) => (typeof value === 'object' && value !== null ? change({ ...value }) : value);
}

function without(members: Members, left: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== left));
}

/** Puts the odd value into an array or an object, where one stands, else in its place. */
function inside(value: unknown, odd: Raw): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), odd];
  return typeof value === 'object' && value !== null ? { ...value, id: odd } : odd;
}

/** Writes the member behind the others, even where its name is one of theirs or means something to JavaScript. */
function appended(members: Members, name: string, odd: Raw): Raw {
  const text = toJson(members);
  const member = `${JSON.stringify(name)}:${odd.json}`;
  return new Raw(text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`);
}
