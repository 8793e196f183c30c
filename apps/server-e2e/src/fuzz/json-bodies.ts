import fc from 'fast-check';
import type { Made } from './addresses.js';
import type { ApiDocument, Schema } from './api-document.js';
import { brokenText, oddValue, Raw, toJson } from './json-text.js';
import { mix } from './mix.js';
import { anyText } from './naughty.js';
import { membersOf, valuesOf } from './schema-values.js';

type Members = Readonly<Record<string, unknown>>;
type Mutation = (value: unknown) => unknown;

/** JSON bodies for a schema: half of them fit it, most others break it in one place, some are no JSON at all. */
export function jsonBodies(schema: Schema, document: ApiDocument): fc.Arbitrary<Made<Buffer>> {
  const valid = fc
    .tuple(valuesOf(schema, document), fc.nat(20))
    .map(([value, back]) => referring(value, back));
  const names = Object.keys(membersOf(schema, document));
  return mix<Made<Buffer>>(
    [6, valid.map((value) => (world) => Buffer.from(toJson(value(world))))],
    [
      5,
      fc.tuple(valid, mutations(names)).map(
        ([value, mutate]) =>
          (world) =>
            Buffer.from(toJson(mutate(value(world)))),
      ),
    ],
    [
      1,
      fc.tuple(valid, brokenText).map(
        ([value, breakIt]) =>
          (world) =>
            breakIt(toJson(value(world))),
      ),
    ],
  );
}

const storages = ['sqlite', 'memory', 'postgis'];
const owners = ['ANONYMOUS', 'me', ''];

/** Lets what a body refers to mostly exist; a schema cannot say that. */
function referring(value: unknown, back: number): Made<unknown> {
  if (typeof value !== 'object' || value === null) return () => value;
  const { id, ...members }: Members = { ...value };
  return ({ pool }) => ({
    ...members,
    ...('accountId' in members && { accountId: pool.pick('account', back) ?? 'none' }),
    ...('storage' in members && { storage: { id: storages[back % storages.length] } }),
    ...(typeof members['owner'] === 'string' && { owner: owners[back % owners.length] }),
    ...(typeof id === 'string' && back < 4 && { id: pool.pick('space', back) ?? 'first' }),
    ...(typeof id === 'string' && back > 16 && { id: `own-${back}-${id.length}` }),
  });
}

function mutations(names: readonly string[]): fc.Arbitrary<Mutation> {
  const name = fc.constantFrom(...names);
  return fc.oneof(
    name.map((left) => onMembers((members) => without(members, left))),
    fc
      .tuple(name, oddValue)
      .map(([changed, odd]) => onMembers((members) => ({ ...members, [changed]: odd }))),
    fc
      .tuple(name, oddValue)
      .map(([changed, odd]) =>
        onMembers((members) => ({ ...members, [changed]: inside(members[changed], odd) })),
      ),
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
