import { parseArgs } from 'node:util';
import { openAdoption } from '@cairn/composition';
import type { StoreSurvey } from '@cairn/images';
import { InvalidSettings, parseSettings } from './settings/settings.js';

const EXIT_USAGE = 2;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const args = process.argv.slice(process.argv[2] === 'adopt-store' ? 3 : 2);
const options = { 'dry-run': { type: 'boolean' }, 'quarantine-orphans': { type: 'boolean' } } as const;

try {
  const { values } = parseArgs({ args, options });
  const adoption = await openAdoption(parseSettings(process.env).application);
  try {
    print(summaryOf(adoption.survey));
    if (values['dry-run']) print('Nothing was changed.');
    else {
      print(`The blob store belongs to installation ${await adoption.adopt()} now, as the database does.`);
      if (values['quarantine-orphans'])
        print(`${await adoption.quarantineOrphans()} blobs older than an hour were put in quarantine.`);
    }
  } finally {
    await adoption.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof InvalidSettings || error instanceof TypeError ? EXIT_USAGE : 1;
}

function summaryOf({ database, store, served, orphans }: StoreSurvey): string {
  return [
    `The database belongs to ${database.installation ?? 'no installation'} and has ${database.images} images.`,
    `The blob store belongs to ${store.installation ?? 'no installation'} and has ${store.blobs} blobs, and ${store.quarantined} in quarantine.`,
    `${served} of the images have their blob, ${database.images - served} do not; a sweep brings back what is in quarantine.`,
    `${orphans} blobs have no image. A sweep puts them in quarantine, unless they are too many; \`-- --quarantine-orphans\` does so now.`,
  ].join('\n');
}
