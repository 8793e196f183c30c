import fc from 'fast-check';
import { geometries } from './geometries.js';
import { resolve, type ApiDocument, type Schema } from './api-document.js';

const MAX_LENGTH = 40;

/** Values that match a schema. Supports the keywords that the document uses. */
export function valuesOf(schema: Schema, document: ApiDocument): fc.Arbitrary<unknown> {
  if (/\/Geometry(?:Input)?$/.test(String(schema['$ref']))) return geometries;
  const { type, enum: listed, const: constant, anyOf, ...rest } = resolve(schema, document);
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(listed)) return fc.constantFrom(...(listed as unknown[]));
  if (Array.isArray(anyOf))
    return fc.oneof(...(anyOf as Schema[]).map((choice) => valuesOf(choice, document)));
  if (Array.isArray(type))
    return fc.oneof(...(type as string[]).map((one) => valuesOf({ ...rest, type: one }, document)));
  switch (type) {
    case 'string':
      return texts(rest);
    case 'integer':
      return fc.integer({
        min: numberOr(rest['minimum'], -1_000),
        max: numberOr(rest['maximum'], 1_000_000),
      });
    case 'number':
      return fc.double({
        min: numberOr(rest['minimum'], -1e9),
        max: numberOr(rest['maximum'], 1e9),
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schemaOr(rest['items']), document), {
        minLength: numberOr(rest['minItems'], 0),
        maxLength: 5,
      });
    case 'object':
      return objects(rest, document);
    default:
      return fc.jsonValue();
  }
}

/** The schemas of an object's members, by name. */
export function membersOf(schema: Schema, document: ApiDocument): Readonly<Record<string, Schema>> {
  const { properties, anyOf = [] } = resolve(schema, document);
  const choices = (anyOf as readonly Schema[]).map((choice) => membersOf(choice, document));
  return Object.assign({}, ...choices, properties) as Record<string, Schema>;
}

function objects(schema: Schema, document: ApiDocument): fc.Arbitrary<unknown> {
  const members = Object.entries(membersOf(schema, document));
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  return fc.record(Object.fromEntries(members.map(([name, member]) => [name, valuesOf(member, document)])), {
    requiredKeys: required,
  });
}

function texts({ format, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const min = numberOr(minLength, 0);
  switch (format) {
    case 'date-time':
      return fc
        .date({ min: new Date('2020-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'uri':
      return fc.webUrl();
    default:
      return fc.string({
        unit: 'grapheme',
        minLength: min,
        maxLength: Math.min(numberOr(maxLength, MAX_LENGTH), min + MAX_LENGTH),
      });
  }
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? Math.min(Math.max(value, -1e15), 1e15) : otherwise;
}

function schemaOr(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
