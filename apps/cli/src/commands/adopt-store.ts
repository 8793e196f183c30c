import { openAdoption } from '@cairn/composition';
import type { StoreSurvey } from '@cairn/images';
import type { Command } from '../program/command.js';

/** Lets stores of different installations be used together. */
export const adoptStore: Command = {
  usage: 'adopt-store',
  summary: 'Make the blob store belong to the database; no blob is touched',
  options: [
    ['--dry-run', 'Only report'],
    ['--quarantine-orphans', 'Put blobs without an image in quarantine, however many'],
  ],
  examples: ['adopt-store --dry-run', 'adopt-store'],
  run: async (call) => {
    const { options, output } = call;
    const adoption = await openAdoption(call.settings().application);
    try {
      output.result(adoption.survey, summaryOf(adoption.survey));
      if (options.isSet('dryRun')) {
        if (output.format === 'text') output.result({}, 'Nothing was changed.');
        return 0;
      }
      const installation = await adoption.adopt();
      output.result(
        { installation },
        `The blob store belongs to installation ${installation} now, as the database does.`,
      );
      if (options.isSet('quarantineOrphans')) {
        const quarantined = await adoption.quarantineOrphans();
        output.result({ quarantined }, `${quarantined} blobs older than an hour were put in quarantine.`);
      }
      return 0;
    } finally {
      await adoption.close();
    }
  },
};

function summaryOf({ database, store, served, orphans }: StoreSurvey): string {
  return [
    `The database belongs to ${database.installation ?? 'no installation'} and has ${database.images} images.`,
    `The blob store belongs to ${store.installation ?? 'no installation'} and has ${store.blobs} blobs, and ${store.quarantined} in quarantine.`,
    `${served} of the images have their blob, ${database.images - served} do not; a sweep brings back what is in quarantine.`,
    `${orphans} blobs have no image. A sweep puts them in quarantine, unless they are too many; \`--quarantine-orphans\` does so now.`,
  ].join('\n');
}
