import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const NOTICES = 'assets/exported-map-notices.txt';

/** The packages whose code an exported map has. */
const PACKAGES = ['maplibre-gl', 'pmtiles', 'fflate'];

/**
 * Writes `exported-map.json` and `link-map.json`: which files of the build make up the program of exported maps, which the
 * server puts into their folders, and that of the pages of links, which the public door serves.
 */
export function mapPrograms() {
  return {
    name: 'cairn-map-programs',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      this.emitFile({ type: 'asset', fileName: NOTICES, source: await notices() });
      const write = (name, { script, files }) =>
        this.emitFile({ type: 'asset', fileName: `${name}.json`, source: JSON.stringify({ script, files }) });
      const exported = programOf(bundle, 'exported-map');
      write('exported-map', { ...exported, files: [...exported.files, NOTICES] });
      write('link-map', programOf(bundle, 'link-map'));
    },
  };
}

/** The files of a program. A file belongs to it if one that belongs to it names it. */
function programOf(bundle, name) {
  const outputs = Object.values(bundle);
  const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry && output.name === name);
  const files = new Set([entry.fileName]);
  for (const fileName of files) {
    const { type, code, source } = bundle[fileName];
    const text = type === 'chunk' ? code : Buffer.from(source).toString('latin1');
    if (type === 'asset' && !/\.(?:css|m?js)$/.test(fileName)) continue;
    const { viteMetadata } = bundle[fileName];
    for (const style of viteMetadata?.importedCss ?? []) files.add(style);
    for (const other of outputs)
      if (text.includes(other.fileName.replace(/^.*\//, ''))) files.add(other.fileName);
  }
  return { script: entry.fileName, files: [...files] };
}

/** The licences of the packages; not each has the text of its own. */
async function notices() {
  const texts = PACKAGES.map(async (name) => {
    const manifest = findPackageJSON(name, import.meta.url);
    const { version, license, homepage = '' } = JSON.parse(await readFile(manifest, 'utf8'));
    const beside = ['LICENSE.txt', 'LICENSE'].map((file) =>
      readFile(join(dirname(manifest), file), 'utf8').catch(() => ''),
    );
    const text = (await Promise.all(beside)).find((found) => found !== '') ?? '';
    return `${name} ${version} (${license}) ${homepage}\n\n${text}`;
  });
  return (await Promise.all(texts)).join('\n');
}
