/** Prints the image files of Debian's sources, a path a line. They are fetched into the folder that is named, unless they are there. */
import { mkdir } from 'node:fs/promises';
import { imagesOfSources } from './debian-sources.mjs';

const [, , folder] = process.argv;
await mkdir(folder, { recursive: true });
process.stdout.write((await imagesOfSources(folder)).map((file) => `${file}\n`).join(''));
