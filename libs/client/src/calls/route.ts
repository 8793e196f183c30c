import type { Calls } from '@cairn/api-schema';
import type { WriteCallOptions } from '../transport/options.js';
import type { FeatureFilters } from './filters.js';

/** An operation by its method and path, as in the documentation of the HTTP interface: `GET /api/images/{id}`. */
export type Route = keyof Calls;

/** The operations whose answers are JSON, or empty. The answers of others are read with `open`. */
export type JsonRoute = {
  [R in Route]: [Calls[R]['answer']] extends [never]
    ? never
    : R extends `GET ${string}`
      ? [Calls[R]['answer']] extends [undefined]
        ? never
        : R
      : R;
}[Route];

/** The listings whose pages have a cursor. */
export type ListRoute = {
  [R in JsonRoute]: Calls[R]['query'] extends { readonly cursor?: unknown } ? R : never;
}[JsonRoute];

/** What an operation answers. */
export type Answer<R extends Route> = Calls[R]['answer'];

/** An item of a listing. */
export type Item<R extends ListRoute> =
  Answer<R> extends readonly (infer I)[]
    ? I
    : Extract<Answer<R>[keyof Answer<R>], readonly unknown[]>[number];

/** The JSON that an operation takes. */
export type RequestBody<R extends Route> = Given<Calls[R]['body']>;

/**
 * The query of an operation. A list is sent with commas between its items. Searches of features take
 * {@link FeatureFilters}.
 */
export type Query<R extends Route> = Listed<
  Omit<Calls[R]['query'], 'p.name' extends keyof Calls[R]['query'] ? 'tags' | 'p.name' | 'f.id' : never>
> &
  ('p.name' extends keyof Calls[R]['query'] ? FeatureFilters : unknown);

type Listed<Q> = {
  readonly [Name in keyof Q]: string extends NonNullable<Q[Name]>
    ? Q[Name] | readonly (string | number)[]
    : Given<Q[Name]>;
};

/** What callers may give: also what they cannot change. */
type Given<T> = T extends readonly (infer I)[]
  ? readonly Given<I>[]
  : T extends object
    ? { readonly [Name in keyof T]: Given<T[Name]> }
    : T;

/** A part of a request, which may be left out if all of its members may. */
type Part<Name extends string, T> = T extends undefined
  ? unknown
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T | undefined }
    : { readonly [N in Name]: T };

/** The values for an address. */
export type AddressOf<R extends Route> = Part<
  'params',
  { readonly [Name in keyof Calls[R]['params']]: string | number }
> &
  Part<'query', Query<R>>;

/** What is sent to an operation, and how. */
export type RouteRequest<R extends Route> = AddressOf<R> & Part<'body', RequestBody<R>> & RequestOptions;

export interface RequestOptions extends WriteCallOptions {
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** An argument that is left out if nothing in it is needed. */
export type Argument<T> = Record<never, never> extends T ? [argument?: T] : [argument: T];
