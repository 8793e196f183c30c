import { ExportFolder } from '../exporting/export-folder.js';
import { HttpOrigin } from '../exporting/http-origin.js';
import type { Origin } from '../exporting/origin.js';
import { runExport } from '../exporting/run-export.js';
import { StoreOrigin } from '../exporting/store-origin.js';
import type { Call, Command } from '../program/command.js';
import { serverOf, serverOptions } from '../program/server-access.js';
import { accountOf } from '../program/account-of.js';

const AT_ONCE = 4;

/** Moves images, albums and spaces out. */
export const exportFiles: Command = {
  usage: 'export <folder>',
  summary: 'Write all images, albums and spaces of an account into a folder that `import` takes back',
  options: [
    ['--at-once <count>', `How many files at once; ${AT_ONCE} by default`],
    ['--account <id>', 'The account to export, unless there is only one'],
    ...serverOptions,
  ],
  examples: ['export ./moving', 'export ./moving --url http://127.0.0.1:8080 --json'],
  run: async (call) => {
    const { options, output, signal } = call;
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
