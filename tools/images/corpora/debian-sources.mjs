import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../debian-tools.mjs';

const PACKAGES = ['pillow', 'libpng1.6', 'tiff', 'libheif', 'vips', 'giflib', 'libwebp'];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const IMAGE =
  /\.(?:jpe?g|png|apng|gif|webp|avif|hei[cf]|tiff?|bmp|jp2|ppm|pgm|pcx|tga|ico|icns|sgi|dds|svg|jxl|hdr|psd|fli|flc)$/i;

/** The image files of the test suites of image libraries, from Debian's sources; unpacked once into the folder. */
export async function imagesOfSources(folder) {
  const archives = join(folder, 'archives');
  const unpacked = join(folder, 'unpacked');
  if (!(await exists(unpacked))) {
    await download(archives);
    await mkdir(unpacked);
    for (const name of await readdir(archives))
      if (/\.orig\.tar\.\w+$/.test(name))
        await run('tar', ['-xf', join(archives, name), '-C', unpacked], { debianPackage: 'tar' });
  }
  const files = await readdir(unpacked, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && IMAGE.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .sort();
}

/** With lists of its own, so that the settings of the system stay as they are. */
async function download(folder) {
  await mkdir(join(folder, 'lists', 'partial'), { recursive: true });
  const [, release] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8')) ?? [];
  const list = join(folder, 'sources.list');
  await writeFile(list, `deb-src [signed-by=${KEYRING}] http://deb.debian.org/debian ${release} main\n`);
  const options = [
    ...[
      `Dir::Etc::SourceList=${list}`,
      'Dir::Etc::SourceParts=-',
      `Dir::State::Lists=${join(folder, 'lists')}`,
    ],
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const aptGet = async (...args) =>
    await run('apt-get', [...options, '-q', ...args], { cwd: folder, debianPackage: 'apt' });
  await aptGet('update');
  for (const name of PACKAGES) await aptGet('source', '--download-only', name);
}

async function exists(folder) {
  return (await readdir(folder).catch(() => [])).length > 0;
}
