import type { Fault, Problem } from './problem.js';

/** An error as shown in the OpenAPI document. */
export interface ErrorExample {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  readonly facts?: Pick<Problem, 'imageCount' | 'quota' | 'limitInBytes'>;
}

/** The error for a wrong field. */
export function invalid(field: string, code: string, rule: string): ErrorExample {
  const detail = rule.endsWith('.') ? rule : `\`${field}\` ${rule}.`;
  return { code: 'invalid-input', detail, errors: [{ pointer: `/${field}`, code, detail }] };
}
