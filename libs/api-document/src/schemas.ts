import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** Whether a body is sent to the service or by it: some shapes take more than they give. */
export type Direction = 'input' | 'output';

/** Where zod's references point, but for those it makes itself where a shape without a name contains itself. */
const DEFINITION = /^#\/\$defs\/(?!__)/;

/**
 * The JSON Schemas (2020-12) of one document. A shape with an `id` in its metadata becomes a component, and stands where
 * it is used by reference; the components of what is sent to the service have `Input` behind their names.
 */
export class Schemas {
  private readonly converted = {
    input: new Map<z.core.$ZodType, Json>(),
    output: new Map<z.core.$ZodType, Json>(),
  };
  private readonly named = new Map<string, unknown>();

  /** The schema of a shape. @throws {Error} where a shape contains itself and has no `id`. */
  of(shape: z.core.$ZodType, direction: Direction): Json {
    const known = this.converted[direction].get(shape);
    if (known !== undefined) return known;
    const schema = this.convert(shape, direction);
    this.converted[direction].set(shape, schema);
    return schema;
  }

  /** The components that the schemas up to now refer to, by name. */
  components(): Json {
    return Object.fromEntries(this.named);
  }

  private convert(shape: z.core.$ZodType, io: Direction): Json {
    const ending = io === 'input' ? 'Input' : '';
    const { $schema, $defs = {}, ...schema } = withReferences(z.toJSONSchema(shape, { io }), ending);
    for (const [name, definition] of Object.entries($defs)) this.named.set(name + ending, definition);
    return schema;
  }
}

/** The schema with its references pointing at components, whose names get this ending. */
function withReferences(schema: z.core.JSONSchema.BaseSchema, ending: string): z.core.JSONSchema.BaseSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    if (!DEFINITION.test(value))
      throw new Error('A shape that contains itself needs an `id` in its metadata.');
    return value.replace(DEFINITION, '#/components/schemas/') + ending;
  }) as z.core.JSONSchema.BaseSchema;
}
