import type { ErrorExample } from './error-example.js';
import type { Operation } from './operation.js';

/** The request header, in the spelling of the documentation. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  description:
    'A unique text of 1 to 255 characters. Repeating the request with it within 24 hours has no further effect and gets the first answer again.',
} as const;

/** What changes nothing: reads, and an operation whose question is sent as a body. */
type Read = { readonly method: 'get' | 'head' } | { readonly id: 'postFeaturesAround' };

/** Operations that take no `Idempotency-Key`: every other one is a write of a caller who is known. */
export type UnkeyedOperation = Read | { readonly access: 'open' } | { readonly api: 'service' | 'files' };

/** Whether an operation changes anything. */
export const isWrite = ({ id, method }: Pick<Operation, 'id' | 'method'>): boolean =>
  method !== 'get' && method !== 'head' && id !== 'postFeaturesAround';

/** Whether the audit trail has an operation. What one has looked at changes nothing for anybody else. */
export const isAudited = (operation: Pick<Operation, 'id' | 'method'>): boolean =>
  isWrite(operation) && operation.id !== 'markActivitySeen';

/** Whether an operation takes an `Idempotency-Key`: see {@link UnkeyedOperation}. */
export function takesIdempotencyKey(operation: Operation): boolean {
  const { access, api } = operation;
  return isWrite(operation) && access !== 'open' && api !== 'service' && api !== 'files';
}

/** The errors that such a key may have. */
export const idempotencyErrors = {
  409: {
    description:
      'The first request with this `Idempotency-Key` is not answered yet, or its answer is not kept.',
    example: {
      code: 'idempotency-key-in-use',
      detail: 'The first request with this idempotency key is not answered yet; try again in 2 s.',
    },
  },
  422: {
    description: 'The `Idempotency-Key` belongs to another request.',
    example: {
      code: 'idempotency-key-reused',
      detail: 'The idempotency key belongs to another request: use a new key for each request.',
    },
  },
} as const satisfies Readonly<
  Record<number, { readonly description: string; readonly example: ErrorExample }>
>;
