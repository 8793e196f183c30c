import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDocument, Schema } from './api-document.js';

const DOCUMENT = 'openapi.json';

/** Checks values against schemas of a document, formats included; a schema is compiled once. */
export class Schemas {
  private readonly ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
  private readonly compiled = new Map<string, ValidateFunction>();

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
    const text = JSON.stringify(schema);
    const validate = this.compiled.get(text) ?? this.ajv.compile(absolute(text));
    this.compiled.set(text, validate);
    return validate;
  }
}

/** The schema with its references pointing into the document, wherever the schema itself is compiled. */
function absolute(schema: string): Schema {
  return JSON.parse(schema.replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as Schema;
}
