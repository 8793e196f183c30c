import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from './folders.js';

const foldersIn = (parent) => readdirSync(join(checkout, parent)).map((name) => `${parent}/${name}`);

/** The folders of the packages that are published, relative to the checkout. */
export const packageFolders = () =>
  ['libs', 'libs/adapters'].flatMap(foldersIn).filter((folder) => {
    const manifest = join(checkout, folder, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).private !== true;
  });

/** The name of a package's page. An adapter may have the name of a library. */
export const pageOf = (folder) =>
  folder
    .replace(/^libs\//, '')
    .replace('/', '-')
    .replace(/^adapters-/, 'adapter-');
