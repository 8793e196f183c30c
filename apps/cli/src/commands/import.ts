import { parseImagePath, parseTags } from '@cairn/images';
import { readingOptions } from '../features/file-options.js';
import type { Destination } from '../importing/destinations/destination.js';
import { HttpDestination } from '../importing/destinations/http-destination.js';
import { StoreDestination } from '../importing/destinations/store-destination.js';
import { layoutOf } from '../importing/layout.js';
import { runImport } from '../importing/run-import.js';
import { FolderSource } from '../importing/sources/folder-source.js';
import type { ImportSource } from '../importing/sources/source.js';
import { ZipSource } from '../importing/sources/zip-source.js';
import { accountOf } from '../program/account-of.js';
import type { Call, Command, ExitCode } from '../program/command.js';
import { clientOf, serverOptions } from '../program/server-access.js';
import { importData, targetOf, withoutSpace } from './data-files.js';

const AT_ONCE = 4;

/** Moves images, albums and spaces in, or a file of data into a space. */
export const importFiles: Command = {
  usage: 'import <source>',
  summary:
    'Import a folder, a ZIP or s3://key:secret@host/bucket; what is there already is left out. Or a file of data into a space',
  options: [
    ['--path <path>', 'Put in front of every path; folders follow it'],
    ['--tags <tags>', 'Tags for every image, separated by commas'],
    ['--folders-as-tags', 'Give every image the names of its folders as tags'],
    ['--visibility <who>', 'public, unlisted or private; by default as an export or the folder has it'],
    ['--at-once <count>', `How many files at once; ${AT_ONCE} by default`],
    ['--dry-run', 'Only tell what would be stored'],
    ['--space <id>', 'The space that a file of data goes into: CSV, XLSX, GPX, KML, a zipped shapefile, …'],
    ['--new-space <title>', 'A new space for it, which is removed again if nothing comes into it'],
    ...readingOptions,
    ['--keep-broken', 'Of a file that turns out to be broken, store what comes before that'],
    ['--preview', 'Only tell what the file has, and show its first features'],
    ['--account <id>', 'The account to import into, unless there is only one'],
    ...serverOptions,
  ],
  examples: [
    'import ./photos --path holiday --folders-as-tags',
    'import takeout.zip --dry-run --json',
    'import /immich/library/ann --url http://127.0.0.1:8080',
    "import 's3://key:secret@s3.example.org/bucket/folder?region=eu-1'",
    'import trees.csv --new-space Trees --preview',
    'import parcels.zip --space 3KqYz0V9mTnB7xWcR4sLpD --crs EPSG:2056 --dry-run',
  ],
  run: async (call) => {
    const target = targetOf(call);
    return target === undefined ? await importImages(call) : await importData(call, target);
  },
};

async function importImages(call: Call): Promise<ExitCode> {
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
}

/** A bucket, a ZIP, a folder or a file. */
async function sourceOf({ args: [path = ''], environment }: Call): Promise<ImportSource> {
  if (path.startsWith('s3:')) {
    // Its client of S3 has a hundred modules, which no other command needs.
    const { BucketSource } = await import('../importing/sources/bucket-source.js');
    return BucketSource.of(path, environment);
  }
  if (!/\.zip$/i.test(path)) return new FolderSource(path);
  const source = await ZipSource.open(path);
  if (!(await isShapefile(source))) return source;
  await source.close();
  throw withoutSpace(path);
}

/** Whether a ZIP has a shapefile, and nothing that can be imported without a space. */
async function isShapefile(source: ZipSource): Promise<boolean> {
  const { images, spaces, others } = await layoutOf(source.list());
  return images.length + spaces.length === 0 && others.some(({ name }) => /\.shp$/i.test(name));
}

async function destinationOf(call: Call): Promise<Destination> {
  const client = clientOf(call);
  if (client !== undefined) return new HttpDestination(client);
  const application = await call.application();
  return new StoreDestination(application, await accountOf(call, application));
}
