import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The program of `browser/lightbox.ts`, which makes more of a page of pictures. It stands in the page: the policy has its hash. */
export const LIGHTBOX = readFileSync(
  createRequire(import.meta.url).resolve('@cairn/server/lightbox'),
  'utf8',
);
