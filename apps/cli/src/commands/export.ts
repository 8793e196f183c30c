import { ExportFolder } from '../exporting/export-folder.js';
import { HttpOrigin } from '../exporting/http-origin.js';
import type { Origin } from '../exporting/origin.js';
import { runExport } from '../exporting/run-export.js';
import { StoreOrigin } from '../exporting/store-origin.js';
import type { Call, Command } from '../program/command.js';
import { serverOf, serverOptions } from '../program/server-access.js';
import { accountOf } from '../program/account-of.js';
import { exportData } from './data-files.js';

const AT_ONCE = 4;

/** Moves images, albums and spaces out, or one space into a file of data. */
export const exportFiles: Command = {
  usage: 'export <target>',
  summary:
    'Write all images, albums and spaces of an account into a folder that `import` takes back. Or one space into a file',
  options: [
    ['--at-once <count>', `How many files at once; ${AT_ONCE} by default`],
    ['--space <id>', 'The space that is written into the file; - stands for standard output'],
    [
      '--format <word>',
      'geojson, geojson-seq, ndjson, csv, gpx, kml, gpkg, fgb or parquet; by default as the file ends',
    ],
    ['--fields <names>', 'Take only these properties, separated by commas'],
    ['--account <id>', 'The account to export, unless there is only one'],
    ...serverOptions,
  ],
  examples: [
    'export ./moving',
    'export ./moving --url http://127.0.0.1:8080 --json',
    'export huts.gpkg --space 3KqYz0V9mTnB7xWcR4sLpD',
  ],
  run: async (call) => {
    const { options, output, signal } = call;
    const spaceId = options.text('space');
    if (spaceId !== undefined) return await exportData(call, spaceId);
    options.assertNone(['format', 'fields'], 'is for the export of one space, which needs --space');
    const atOnce = options.number('atOnce', 1) ?? AT_ONCE;
    const folder = new ExportFolder(call.args[0] ?? '');
    const { failed } = await runExport({ origin: await originOf(call), folder, atOnce, signal, output });
    return failed > 0 ? 1 : 0;
  },
};

async function originOf(call: Call): Promise<Origin> {
  const server = serverOf(call);
  if (server !== undefined) return new HttpOrigin(server);
  const application = await call.application();
  return new StoreOrigin(application, await accountOf(call, application));
}
