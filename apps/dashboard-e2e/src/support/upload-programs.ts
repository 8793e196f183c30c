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

/** Does what ShareX, which is a program of Windows, does by a `.sxcu` file. Resolves with the address that it copies. */
export async function uploadAsShareX(sxcu: string, { name, bytes }: LocalPicture): Promise<string> {
  const { RequestMethod, RequestURL, Headers, FileFormName, ...read } = JSON.parse(sxcu) as ShareXUploader;
  const body = new FormData();
  body.set(FileFormName, new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(RequestURL, { method: RequestMethod, headers: Headers, body });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  const valueOf = (text: string): string => String(answer[/^\{json:(\w+)\}$/.exec(text)?.[1] ?? '']);
  if (!response.ok) throw new Error(valueOf(read.ErrorMessage));
  return valueOf(read.URL);
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
