import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDocument, Schema } from './api-document.js';

const DOCUMENT = 'openapi.json';

/** Validates values against schemas of a document, including formats. Caches compiled schemas. */
export class Schemas {
  private readonly ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    formats.default(this.ajv);
    this.ajv.addFormat('binary', true);
    this.ajv.addVocabulary(['example', 'components']);
    this.ajv.addSchema({ $id: DOCUMENT, components: document.components });
  }

  /** The faults of a value, one line each. */
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

/** Makes the references of a schema absolute, so that it can be compiled outside the document. */
function absolute(schema: string): Schema {
  return JSON.parse(schema.replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as Schema;
}
