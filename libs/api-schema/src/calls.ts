import type { z } from 'zod';
import type { Content, JsonContent } from './content.js';
import type { UnkeyedOperation } from './idempotency.js';
import type { OperationRow } from './operations.js';

/** The names between braces in a path. */
type ParameterIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterIn<Rest>
  : never;

/** The JSON values of contents. */
type JsonIn<C> = C extends JsonContent<infer S> ? z.infer<S> : never;
type JsonOf<Part> = Part extends { readonly body: Readonly<Record<string, infer C>> } ? JsonIn<C> : never;

/** A status as text: spreading makes texts of the numbers that are keys. */
type Text<Status> = `${Status & (string | number)}`;

/** Of the statuses of success: `undefined` for an answer without a body; `never` for one that is no JSON. */
type AnswerOf<Responses> = {
  [Status in keyof Responses]: Text<Status> extends '204'
    ? undefined
    : Text<Status> extends '200' | '201' | '202'
      ? JsonOf<Responses[Status]>
      : never;
}[keyof Responses];

/**
 * How clients call each operation, by its method and path, such as `GET /api/quota`. The types are those of JSON: what
 * the query, the body and the answer are.
 */
export type Calls = {
  readonly [Row in OperationRow as `${Uppercase<Row['method']>} ${Row['path']}`]: {
    readonly params: { readonly [Name in ParameterIn<Row['path']>]: string };
    readonly query: Row extends { readonly query: infer Q extends z.ZodObject } ? z.infer<Q> : unknown;
    readonly body: Row extends { readonly body: Readonly<Record<string, Content>> } ? JsonOf<Row> : undefined;
    readonly answer: AnswerOf<Row['responses']>;
    /** Whether it takes an `Idempotency-Key`. */
    readonly isKeyed: Row extends UnkeyedOperation ? false : true;
  };
};
