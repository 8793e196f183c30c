import fc from 'fast-check';
import type { Lazy } from './targets.js';
import type { ApiDocument, Schema } from './api-document.js';
import { realLayer } from './map-layers.js';
import { brokenText, oddValue, Raw, toJson } from './json-text.js';
import { weighted } from './weighted.js';
import { anyText } from './naughty-strings.js';
import { membersOf, valuesOf } from './schema-values.js';

type Members = Readonly<Record<string, unknown>>;
type Mutation = (value: unknown) => unknown;

/** JSON bodies for a schema: half are valid, most others violate it in one place, some are not JSON. */
export function jsonBodies(schema: Schema, document: ApiDocument): fc.Arbitrary<Lazy<Buffer>> {
  const valid = fc
    .tuple(valuesOf(schema, document), fc.nat(20))
    .map(([value, back]) => referring(value, back));
  const names = Object.keys(membersOf(schema, document));
  return weighted<Lazy<Buffer>>(
    [6, valid.map((value) => (state) => Buffer.from(toJson(value(state))))],
    [
      5,
      fc.tuple(valid, mutations(names)).map(
        ([value, mutate]) =>
          (state) =>
            Buffer.from(toJson(mutate(value(state)))),
      ),
    ],
    [
      1,
      fc.tuple(valid, brokenText).map(
        ([value, breakIt]) =>
          (state) =>
            breakIt(toJson(value(state))),
      ),
    ],
  );
}

const storages = ['sqlite', 'memory', 'postgis'];
const owners = ['ANONYMOUS', 'me', ''];

/** Replaces identifiers by those of existing resources, which the schema cannot express. */
function referring(value: unknown, back: number): Lazy<unknown> {
  if (typeof value !== 'object' || value === null) return () => value;
  const { id, ...members }: Members = { ...value };
  return ({ pool }) => ({
    ...members,
    ...('accountId' in members && { accountId: pool.pick('account', back) ?? 'none' }),
    ...(Array.isArray(members['layers']) && {
      layers: members['layers'].map((layer: unknown, index) => ({
        ...(back < 15 ? realLayer(back + index) : (layer as Members)),
        id: index === 0 ? 'layer' : `layer-${index}`,
        space: pool.pick('space', back) ?? 'none',
      })),
    }),
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

/** Adds the odd value to an array or an object. Replaces other values by it. */
function inside(value: unknown, odd: Raw): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), odd];
  return typeof value === 'object' && value !== null ? { ...value, id: odd } : odd;
}

/** Appends a member as text, so that its name may be a duplicate or special, such as `__proto__`. */
function appended(members: Members, name: string, odd: Raw): Raw {
  const text = toJson(members);
  const member = `${JSON.stringify(name)}:${odd.json}`;
  return new Raw(text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`);
}
