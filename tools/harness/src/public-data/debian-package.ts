import { access, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.js';

/** Unpacks a package of Debian below `folder`, unless it is there, and gives where it is. It is not installed. */
export async function unpackDebianPackage(name: string, folder: string): Promise<string> {
  const target = join(folder, name);
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (isThere) return target;
  const work = `${target}.part`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  await runCommand('apt-get', ['-o', 'APT::Sandbox::User=root', '-q', 'download', name], { cwd: work });
  const [archive] = (await readdir(work)).filter((file) => file.endsWith('.deb'));
  if (archive === undefined) throw new Error(`apt-get gave no file of ${name}.`);
  await runCommand('dpkg-deb', ['-x', archive, '.'], { cwd: work });
  await rename(work, target);
  return target;
}
