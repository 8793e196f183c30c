import * as z from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** Whether a body is sent to the service (`input`) or by it. Some schemas accept more than they output. */
export type Direction = 'input' | 'output';

/** zod's references, except those (`__…`) that it generates for recursive schemas without an `id`. */
const DEFINITION = /^#\/\$defs\/(?!__)/;

/**
 * The JSON Schemas (2020-12) of one document. A schema with an `id` in its metadata becomes a component, used by
 * reference. Components of request bodies have the suffix `Input`.
 */
export class Schemas {
  private readonly converted = {
    input: new Map<z.core.$ZodType, Json>(),
    output: new Map<z.core.$ZodType, Json>(),
  };
  private readonly named = new Map<string, unknown>();

  /** The JSON Schema of a zod type. @throws {Error} if the type is recursive and has no `id`. */
  of(type: z.core.$ZodType, direction: Direction): Json {
    const known = this.converted[direction].get(type);
    if (known !== undefined) return known;
    const schema = this.convert(type, direction);
    this.converted[direction].set(type, schema);
    return schema;
  }

  /** The components that the schemas converted so far refer to, by name. */
  components(): Json {
    return Object.fromEntries(this.named);
  }

  private convert(type: z.core.$ZodType, io: Direction): Json {
    const suffix = io === 'input' ? 'Input' : '';
    const { $schema, $defs = {}, ...schema } = withReferences(z.toJSONSchema(type, { io }), suffix);
    for (const [name, definition] of Object.entries($defs)) this.named.set(name + suffix, definition);
    return schema;
  }
}

/** The schema with its references rewritten to components, whose names get this suffix. */
function withReferences(schema: z.core.JSONSchema.BaseSchema, suffix: string): z.core.JSONSchema.BaseSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    if (!DEFINITION.test(value)) throw new Error('A recursive schema needs an `id` in its metadata.');
    return value.replace(DEFINITION, '#/components/schemas/') + suffix;
  }) as z.core.JSONSchema.BaseSchema;
}
