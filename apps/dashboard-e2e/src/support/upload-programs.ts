import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clientFolder } from '@cairn/services';

const run = promisify(execFile);

/** A picture on the disk of somebody who uploads it. */
interface LocalPicture {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Runs a program in a folder of its own, in which the picture is. Resolves with what it prints. */
async function inFolder(
  { name, bytes }: LocalPicture,
  work: (folder: string) => Promise<string>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-client-'));
  try {
    await writeFile(join(folder, name), bytes);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a line in a shell, as somebody who pastes it there. */
export async function runInShell(line: string, picture: LocalPicture): Promise<string> {
  return await inFolder(picture, async (cwd) => (await run('sh', ['-c', line], { cwd })).stdout);
}

/** Uploads with PicGo, whose `config.json` this is. Resolves with what it prints. */
export async function runPicGo(config: string, picture: LocalPicture): Promise<string> {
  const installed = clientFolder('picgo');
  return await inFolder(picture, async (folder) => {
    const file = join(folder, 'config.json');
    // It looks for plugins beside its configuration.
    await Promise.all([
      writeFile(file, config),
      copyFile(join(installed, 'package.json'), join(folder, 'package.json')),
      symlink(join(installed, 'node_modules'), join(folder, 'node_modules')),
    ]);
    const program = join(installed, 'node_modules/picgo/bin/picgo');
    const { stdout } = await run(process.execPath, [
      program,
      '-c',
      file,
      'upload',
      join(folder, picture.name),
    ]);
    return stdout;
  });
}

interface ShareXUploader {
  readonly RequestMethod: string;
  readonly RequestURL: string;
  readonly Headers: Readonly<Record<string, string>>;
  readonly Body: string;
  readonly FileFormName: string;
  readonly URL: string;
  readonly ErrorMessage: string;
}

/**
 * A text of a `.sxcu` file as ShareX reads it (https://getsharex.com/docs/custom-uploader): `{json:PATH}` is a member of the
 * answer, and a backslash stands before a letter that is no syntax. @throws {Error} for syntax that does something else.
 */
function readByShareX(text: string, answer = '{}'): string {
  return text.replaceAll(/\\(.)|\{json:([\w.[\]]+)\}|[{}|]/g, (found, escaped?: string, path?: string) => {
    if (escaped !== undefined) return escaped;
    if (path === undefined) throw new Error(`ShareX reads ${found} of ${text} as syntax.`);
    const names = path.split(/[.[\]]+/).filter(Boolean);
    const isHeld = (value: unknown): value is Readonly<Record<string, unknown>> =>
      typeof value === 'object' && value !== null;
    const parsed: unknown = JSON.parse(answer);
    const told = names.reduce((value, name) => (isHeld(value) ? value[name] : undefined), parsed);
    return typeof told === 'string' ? told : '';
  });
}

/** Does what ShareX, which is a program of Windows, does by a `.sxcu` file. Resolves with the address that it copies. */
export async function uploadAsShareX(sxcu: string, { name, bytes }: LocalPicture): Promise<string> {
  const { RequestMethod, RequestURL, Headers, FileFormName, ...read } = JSON.parse(sxcu) as ShareXUploader;
  const headers = Object.entries(Headers).map(([name, value]): [string, string] => [
    name,
    readByShareX(value),
  ]);
  const body = new FormData();
  body.set(FileFormName, new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(readByShareX(RequestURL), { method: RequestMethod, headers, body });
  const answer = await response.text();
  if (!response.ok) throw new Error(readByShareX(read.ErrorMessage, answer));
  return readByShareX(read.URL, answer);
}

/** Does what Image Auto Upload for Obsidian does with a PicGo server elsewhere: no header, and 200 alone is success. */
export async function uploadFromObsidian(server: string, { name, bytes }: LocalPicture): Promise<string> {
  const body = new FormData();
  body.append('list', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(server, { method: 'POST', body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  const { success, result } = JSON.parse(text) as { readonly success: boolean; readonly result: string[] };
  if (!success) throw new Error(text);
  return result[0] ?? '';
}
