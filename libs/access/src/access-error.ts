import type * as errors from './errors.js';

/** Every error of this domain; a table keyed by their `code` is complete or does not compile. */
export type AccessError = InstanceType<(typeof errors)[keyof typeof errors]>;
