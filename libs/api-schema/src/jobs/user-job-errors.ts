export const job = { code: 'job-not-found', detail: 'There is no job with this id.' };

/** Error examples of the jobs that accounts have asked for. */
export const jobLimitReached = {
  code: 'job-limit-reached',
  detail: 'At most 20 jobs of an account may be open: wait until one has ended, or cancel one.',
};
