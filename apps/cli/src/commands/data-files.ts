import type { FeatureSpaces } from '../features/feature-spaces.js';
import { exportFormatOf, fieldsOf } from '../features/export-options.js';
import { exportSpace } from '../features/export-space.js';
import { dataFileAt, isDataFile, mappingOf, readFormatOf } from '../features/file-options.js';
import { HttpFeatureSpaces } from '../features/http-feature-spaces.js';
import { importDataFile, type Target } from '../features/import-data-file.js';
import { StoreFeatureSpaces } from '../features/store-feature-spaces.js';
import { accountOf } from '../program/account-of.js';
import type { Call, ExitCode } from '../program/command.js';
import { UsageError } from '../program/options.js';
import { clientOf } from '../program/server-access.js';

/** Options of an import of images, and of one of a file of data. */
const OF_IMAGES = ['path', 'tags', 'foldersAsTags', 'visibility', 'atOnce'];
const OF_FILES = ['format', 'crs', 'encoding', 'layer', 'id', 'mapping', 'keepBroken', 'preview'];

/** The space that an import names; `undefined` for one of images. @throws {UsageError} */
export function targetOf({ options, args: [path = ''] }: Call): Target | undefined {
  const [spaceId, title] = [options.text('space'), options.text('newSpace')];
  if (spaceId !== undefined && title !== undefined)
    throw new UsageError('--space and --new-space do not go together');
  if (spaceId !== undefined || title !== undefined) {
    options.assertNone(OF_IMAGES, 'is for images, and does not go with a space');
    return spaceId === undefined ? { title: title ?? '' } : { spaceId };
  }
  if (isDataFile(path)) throw withoutSpace(path);
  options.assertNone(OF_FILES, 'is for a file of data, which needs --space or --new-space');
  return undefined;
}

export const withoutSpace = (path: string): UsageError =>
  new UsageError(
    `${path} is a file of data: name the space that it goes into with --space, or the title of a new one with --new-space`,
  );

/** Imports a file of data, or says what it has. */
export async function importData(call: Call, target: Target): Promise<ExitCode> {
  const { args, options, output, signal } = call;
  const [format, mapping] = [readFormatOf(options), await mappingOf(options)];
  const file = await dataFileAt(args[0] ?? '');
  return await importDataFile(await spacesOf(call), {
    file,
    target,
    format,
    mapping,
    what: options.isSet('preview') ? 'preview' : options.isSet('dryRun') ? 'dry-run' : 'import',
    broken: options.isSet('keepBroken') ? 'keep' : 'refuse',
    signal,
    output,
  });
}

/** Writes a space into a file. */
export async function exportData(call: Call, spaceId: string): Promise<ExitCode> {
  const { args, options, output, signal } = call;
  const [path = ''] = args;
  const format = exportFormatOf(path, options);
  options.assertNone(['atOnce'], 'is for the export of an account, and does not go with a space');
  const spaces = await spacesOf(call);
  await exportSpace(spaces, { spaceId, path, format, fields: fieldsOf(options), signal, output });
  return 0;
}

async function spacesOf(call: Call): Promise<FeatureSpaces> {
  const client = clientOf(call);
  if (client !== undefined) return new HttpFeatureSpaces(client);
  const application = await call.application();
  return new StoreFeatureSpaces(application, await accountOf(call, application));
}
