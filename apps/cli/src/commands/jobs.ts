import { RetryFailedWork } from '@cairn/composition';
import { administrationOf } from '../administration/administration-of.js';
import type { Command } from '../program/command.js';
import { serverOptions } from '../program/server-access.js';

/** Background jobs, and what they have failed at. */
export const jobCommands: readonly Command[] = [
  {
    usage: 'jobs list',
    summary: 'List the background jobs with what each has failed at',
    options: [['--failed', 'Only what failed; ends with 1 if there is any'], ...serverOptions],
    examples: ['jobs list', 'jobs list --failed --json'],
    run: async (call) => {
      const rows = await (await administrationOf(call)).jobs();
      const failed = rows.filter(({ item }) => item !== null);
      const isFailedOnly = call.options.isSet('failed');
      call.output.table(isFailedOnly ? failed : rows);
      return isFailedOnly && failed.length > 0 ? 1 : 0;
    },
  },
  {
    usage: 'jobs retry <job> [item]',
    summary: 'Have an item that a job failed at tried again, or all of them',
    options: serverOptions,
    examples: ['jobs retry describe-images', 'jobs retry describe-images 5TzQw8nLkJ2mVxRbYcD9eF'],
    run: async (call) => {
      const [job = '', item] = call.args;
      const retried = await (await administrationOf(call)).retry({ job, item });
      call.output.result({ job, retried }, `${retried} of ${job} will be tried again.`);
      return 0;
    },
  },
  {
    usage: 'jobs drop <job> <item>',
    summary: 'Give up on an item that a job failed at: it is not tried again by itself',
    examples: ['jobs drop describe-images 5TzQw8nLkJ2mVxRbYcD9eF'],
    run: async (call) => {
      const [job = '', item = ''] = call.args;
      await (await call.application()).get(RetryFailedWork).drop({ job, item });
      call.output.result({ job, item, dropped: true }, `${item} of ${job} is not tried again.`);
      return 0;
    },
  },
];
