import type { Fault, Problem } from './problem.js';

/** An error as shown in the OpenAPI document. */
export interface ErrorExample {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  readonly facts?: Pick<Problem, 'imageCount' | 'quota' | 'limitInBytes'>;
}

/** In `Operation.errors`: the example is that of `errorMeanings`. */
export const usual = 'usual';

/** The error for a missing scope. */
export const scopeMissing = (scope: string): ErrorExample => ({
  code: 'scope-missing',
  detail: `This needs an API key with the scope \`${scope}\`.`,
});

/** The error for a wrong field. */
export function invalid(field: string, code: string, rule: string): ErrorExample {
  const detail = rule.endsWith('.') ? rule : `\`${field}\` ${rule}.`;
  return { code: 'invalid-input', detail, errors: [{ pointer: `/${field}`, code, detail }] };
}

/** The error for a wrong number of results. */
export const wrongLimit = invalid('limit', 'too-small', 'must be a whole number from 1 to 1000');
