import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The program of `browser/lightbox.ts`, which enhances pages of pictures. It is embedded in the page, and the policy
 * has its hash.
 */
export const LIGHTBOX = readFileSync(createRequire(import.meta.url).resolve('@cairn/http/lightbox'), 'utf8');
