import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.js';

/** Unpacks an npm package, named with its version, below `folder`, unless it is there, and gives where it is. */
export async function download(packed: string, folder: string): Promise<string> {
  const target = join(folder, packed.replaceAll('/', '-'));
  if (await isThere(join(target, 'package.json'))) return target;
  await mkdir(target, { recursive: true });
  const printed = await runCommand('npm', ['pack', '--silent', packed], { cwd: target });
  const archive = printed.trim().split('\n').at(-1) ?? '';
  await runCommand('tar', ['xzf', archive, '--strip-components', '1'], { cwd: target });
  return target;
}

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
