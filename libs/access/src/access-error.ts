import type * as errors from './errors.js';
import type * as limits from './limit-errors.js';
import type * as sharing from './sharing-errors.js';
import type * as uploads from './upload-token-errors.js';

/** All errors of this domain. A `Record` keyed by their `code` does not compile if one is missing. */
export type AccessError =
  | InstanceType<(typeof errors)[keyof typeof errors]>
  | InstanceType<(typeof limits)[keyof typeof limits]>
  | InstanceType<(typeof sharing)[keyof typeof sharing]>
  | InstanceType<(typeof uploads)[keyof typeof uploads]>;
