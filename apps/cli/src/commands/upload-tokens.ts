import { rm, writeFile } from 'node:fs/promises';
import { ownAddress } from '@cairn/server/settings';
import { accountOf } from '../program/account-of.js';
import type { Call, Command } from '../program/command.js';
import { UsageError } from '../program/options.js';
import { serverOf, serverOptions } from '../program/server-access.js';
import { StoreUploadTokens } from '../upload-tokens/on-stores.js';
import { HttpUploadTokens } from '../upload-tokens/over-http.js';
import type { MadeUploadToken, UploadTokens } from '../upload-tokens/upload-tokens.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const accountOptions = [
  ['--account <id>', 'The account, unless there is only one'],
  ...serverOptions,
] as const;

/** Credentials that upload images and do nothing else. */
export const uploadTokenCommands: readonly Command[] = [
  {
    usage: 'tokens list',
    summary: 'List the upload tokens of an account, the latest first',
    options: accountOptions,
    examples: ['tokens list', 'tokens list --json --url http://127.0.0.1:8080'],
    run: async (call) => {
      await call.output.list((await uploadTokensOf(call)).list());
      return 0;
    },
  },
  {
    usage: 'tokens create',
    summary: 'Make an upload token and print it: it is shown this once',
    options: [
      ['--path <folder>', 'The folder that it uploads to, and those below it; the root by default'],
      ['--tags <tags>', 'Tags of every image, separated by commas'],
      ['--max-file-bytes <count>', 'How many bytes a file may have; what the server takes by default'],
      ['--max-files <count>', 'How many files it uploads; 1000 by default'],
      ['--days <count>', 'After how many days it expires; 30 by default, 366 at most'],
      ['--sharex <file>', 'Write what ShareX opens, with the token in it, to a new file'],
      ...accountOptions,
    ],
    examples: [
      'tokens create --path screenshots --tags desk --max-files 500',
      'tokens create --path screenshots --sharex cairn.sxcu --url http://127.0.0.1:8080',
    ],
    run: async (call) => {
      const { options, output } = call;
      const days = options.number('days', 1);
      const wanted = {
        path: options.text('path') ?? '',
        tags: options.text('tags')?.split(',') ?? [],
        maxFileBytes: options.number('maxFileBytes', 1),
        maxFiles: options.number('maxFiles', 1),
        expiresAt: days === undefined ? undefined : Date.now() + days * DAY_MS,
      };
      const tokens = await uploadTokensOf(call);
      const { token, secret } = await intoFile(options.text('sharex'), () => tokens.create(wanted));
      output.result({ ...token, token: secret }, secret);
      return 0;
    },
  },
  {
    usage: 'tokens delete <token>',
    summary: 'Delete an upload token by its id: it uploads nothing from then on',
    options: accountOptions,
    examples: ['tokens delete 5TzQw8nLkJ2mVxRbYcD9eF'],
    run: async (call) => {
      const [id = ''] = call.args;
      await (await uploadTokensOf(call)).remove(id);
      call.output.result({ deleted: id }, `${id} is deleted`);
      return 0;
    },
  },
];

/** Those of the account of the key, or of the account in the stores that the call names. */
async function uploadTokensOf(call: Call): Promise<UploadTokens> {
  const server = serverOf(call);
  if (server !== undefined) return new HttpUploadTokens(server);
  const application = await call.application();
  const accountId = await accountOf(call, application);
  return new StoreUploadTokens(application, accountId, () => ownAddress(call.settings()));
}

/** Writes what ShareX opens. The file is made first, so that no token is made for one that cannot be written. */
async function intoFile(
  file: string | undefined,
  make: () => Promise<MadeUploadToken>,
): Promise<MadeUploadToken> {
  if (file === undefined) return await make();
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EEXIST' ? 'is there already' : `cannot be written: ${cause.message}`;
    throw new UsageError(`The file of --sharex, ${file}, ${reason}`);
  });
  try {
    const made = await make();
    await writeFile(file, `${JSON.stringify(made.sharex, undefined, 2)}\n`);
    return made;
  } catch (error) {
    await rm(file);
    throw error;
  }
}
