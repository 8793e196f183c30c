import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const program = createRequire(import.meta.url).resolve('@cairn/http/shared-page');

/** The program of `browser/main.ts`, which enhances pages. It is embedded in them, and the policy has its hash. */
export const PROGRAM = readFileSync(program, 'utf8').trim();

const styleIn = (name: string): string => readFileSync(join(dirname(program), name), 'utf8').trim();

/** The style of all pages, `browser/page.css`, with the dashboard's variables. It lies beside the program, and is embedded, too. */
export const STYLE = styleIn('page-style.css');

/** What pages of maps have besides, `browser/map-page.css`. */
export const MAP_STYLE = styleIn('map-page-style.css');
