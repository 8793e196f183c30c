import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from './command.js';

interface Control {
  readonly name: string;
  /** Damages the backup. Returns how to undo it; `undefined` where there is nothing to damage. */
  damage(folder: string): Promise<(() => Promise<void>) | undefined>;
}

const controls: readonly Control[] = [
  {
    name: 'a flipped byte',
    damage: async (folder) => {
      const path = await blobIn(folder);
      const bytes = await readFile(path);
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(changed.length >> 1) ^ 1, changed.length >> 1);
      await writeFile(path, changed);
      return async () => await writeFile(path, bytes);
    },
  },
  {
    name: 'a missing blob',
    damage: async (folder) => {
      const path = await blobIn(folder);
      await rename(path, `${path}.away`);
      return async () => await rename(`${path}.away`, path);
    },
  },
  {
    name: 'a swapped manifest',
    damage: async (folder) => {
      const [first = '', last = ''] = await ends(folder);
      if (first === last) return undefined;
      return await replaced(folder, last, await readFile(join(folder, 'snapshots', first, 'manifest.json')));
    },
  },
  {
    // As a backup would be that takes no notice of what is deleted while it copies.
    name: 'images deleted meanwhile that are not taken out',
    damage: async (folder) => {
      const [, last = ''] = await ends(folder);
      const text = await readFile(join(folder, 'snapshots', last, 'manifest.json'), 'utf8');
      const manifest = JSON.parse(text) as { readonly removed: readonly unknown[] };
      if (manifest.removed.length === 0) return undefined;
      return await replaced(folder, last, Buffer.from(JSON.stringify({ ...manifest, removed: [] })));
    },
  },
];

/** Damages a backup in each way, has it checked and undoes the damage. Returns what was not noticed, and what was. */
export async function noticed(
  command: Command,
  folder: string,
): Promise<{ readonly noticed: readonly string[]; readonly faults: readonly string[] }> {
  const found: string[] = [];
  const faults: string[] = [];
  for (const control of controls) {
    const { name } = control;
    const undo = await control.damage(folder);
    if (undo === undefined) continue;
    const { code, output } = await command.run('restore', folder, '--verify-only');
    await undo();
    if (code === 1) found.push(name);
    else faults.push(`${name} was not noticed: ${code} ${output}`);
  }
  return { noticed: found, faults };
}

async function ends(folder: string): Promise<readonly [first: string | undefined, last: string | undefined]> {
  const names = (await readdir(join(folder, 'snapshots'))).toSorted();
  return [names[0], names.at(-1)];
}

/** A blob of the latest snapshot that is in it for certain. */
async function blobIn(folder: string): Promise<string> {
  const [, last = ''] = await ends(folder);
  const snapshot = join(folder, 'snapshots', last);
  const { removed } = JSON.parse(await readFile(join(snapshot, 'manifest.json'), 'utf8')) as {
    readonly removed: readonly { readonly key: string }[];
  };
  const lines = (await readFile(join(snapshot, 'blobs.jsonl'), 'utf8')).trim().split('\n');
  const blobs = lines.map((line) => JSON.parse(line) as { readonly key: string; readonly sha256: string });
  const blob = blobs.find(({ key }) => !removed.some((one) => one.key === key));
  const sha256 = blob?.sha256 ?? '';
  return join(folder, 'blobs', sha256.slice(0, 2), sha256);
}

async function replaced(folder: string, name: string, manifest: Buffer): Promise<() => Promise<void>> {
  const paths = ['manifest.json', 'manifest.json.sha256'].map((file) =>
    join(folder, 'snapshots', name, file),
  );
  for (const path of paths) await copyFile(path, `${path}.kept`);
  const [text = '', hash = ''] = paths;
  await writeFile(text, manifest);
  await writeFile(hash, `${createHash('sha256').update(manifest).digest('hex')}  manifest.json\n`);
  return async () => {
    for (const path of paths) {
      await copyFile(`${path}.kept`, path);
      await rm(`${path}.kept`);
    }
  };
}
