import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const job = { code: 'job-not-found', detail: 'There is no job with this id.' };
const page = invalid('limit', 'too-small', 'must be a whole number from 1 to 1000');

/** Error examples of the jobs that accounts have asked for. */
export const jobLimitReached = {
  code: 'job-limit-reached',
  detail: 'At most 20 jobs of an account may be open: wait until one has ended, or cancel one.',
};

/** Error examples of the operations on such jobs. */
export const userJobErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  importImages: {
    400: invalid('url', 'address-not-allowed', 'is not a public address'),
    409: jobLimitReached,
    501: { code: 'imports-not-offered', detail: 'This service imports nothing from other servers.' },
  },
  listImports: { 400: page },
  getImport: { 404: job },
  cancelImport: { 404: job },
  listBulkJobs: { 400: page },
  getBulkJob: { 404: job },
  cancelBulkJob: { 404: job },
};
