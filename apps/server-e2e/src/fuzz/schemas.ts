import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDocument, Schema } from './api-document.js';

const DOCUMENT = 'openapi.json';

/** Checks values against schemas of a document, formats included; a schema is compiled once. */
export class Schemas {
  private readonly ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
  private readonly compiled = new WeakMap<Schema, ValidateFunction>();

  constructor(document: ApiDocument) {
    formats.default(this.ajv);
    this.ajv.addFormat('binary', true);
    this.ajv.addVocabulary(['example', 'components']);
    this.ajv.addSchema({ $id: DOCUMENT, components: document.components });
  }

  /** What is wrong with the value, one line each. */
  faults(schema: Schema, value: unknown): readonly string[] {
    const validate = this.validator(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  }

  private validator(schema: Schema): ValidateFunction {
    const known = this.compiled.get(schema);
    if (known !== undefined) return known;
    const validate = this.ajv.compile(absolute(schema));
    this.compiled.set(schema, validate);
    return validate;
  }
}

/** The schema with its references pointing into the document, wherever the schema itself is compiled. */
function absolute(schema: Schema): Schema {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`);
  return JSON.parse(text) as Schema;
}
