import { parseImagePath, parseTags } from '@cairn/images';
import type { Destination } from '../importing/destinations/destination.js';
import { HttpDestination } from '../importing/destinations/http-destination.js';
import { StoreDestination } from '../importing/destinations/store-destination.js';
import { runImport } from '../importing/run-import.js';
import { BucketSource } from '../importing/sources/bucket-source.js';
import { FolderSource } from '../importing/sources/folder-source.js';
import type { ImportSource } from '../importing/sources/source.js';
import { ZipSource } from '../importing/sources/zip-source.js';
import { accountOf } from '../program/account-of.js';
import type { Call, Command } from '../program/command.js';
import { clientOf, serverOptions } from '../program/server-access.js';

const AT_ONCE = 4;

/** Moves images, albums and spaces in. */
export const importFiles: Command = {
  usage: 'import <source>',
  summary: 'Import a folder, a ZIP or s3://key:secret@host/bucket; what is there already is left out',
  options: [
    ['--path <path>', 'Put in front of every path; folders follow it'],
    ['--tags <tags>', 'Tags for every image, separated by commas'],
    ['--folders-as-tags', 'Give every image the names of its folders as tags'],
    ['--visibility <who>', 'public, unlisted or private; by default as an export or the folder has it'],
    ['--at-once <count>', `How many files at once; ${AT_ONCE} by default`],
    ['--dry-run', 'Only tell what would be stored'],
    ['--account <id>', 'The account to import into, unless there is only one'],
    ...serverOptions,
  ],
  examples: [
    'import ./photos --path holiday --folders-as-tags',
    'import takeout.zip --dry-run --json',
    'import /immich/library/ann --url http://127.0.0.1:8080',
    "import 's3://key:secret@s3.example.org/bucket/folder?region=eu-1'",
  ],
  run: async (call) => {
    const { options, output, signal } = call;
    const rules = {
      path: parseImagePath(options.text('path') ?? ''),
      tags: parseTags((options.text('tags') ?? '').split(',')),
      foldersAsTags: options.isSet('foldersAsTags'),
      visibility: options.oneOf('visibility', ['public', 'unlisted', 'private']),
      isDryRun: options.isSet('dryRun'),
    };
    const atOnce = options.number('atOnce', 1) ?? AT_ONCE;
    const source = await sourceOf(call);
    try {
      const destination = await destinationOf(call);
      const report = await runImport({ source, destination, rules, atOnce, signal, output });
      return report.hasRefused ? 1 : 0;
    } finally {
      await source.close();
    }
  },
};

/** A bucket, a ZIP, a folder or a file. */
async function sourceOf({ args: [path = ''], environment }: Call): Promise<ImportSource> {
  if (path.startsWith('s3:')) return BucketSource.of(path, environment);
  return /\.zip$/i.test(path) ? await ZipSource.open(path) : new FolderSource(path);
}

async function destinationOf(call: Call): Promise<Destination> {
  const client = clientOf(call);
  if (client !== undefined) return new HttpDestination(client);
  const application = await call.application();
  return new StoreDestination(application, await accountOf(call, application));
}
