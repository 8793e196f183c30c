import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The program of `browser/main.ts`, which enhances pages. It is embedded in them, and the policy has its hash. */
export const PROGRAM = readFileSync(resolve('@cairn/http/shared-page'), 'utf8').trim();

/** The style of all pages, `browser/page.css`, with the dashboard's variables. It is embedded, too. */
export const STYLE = readFileSync(resolve('@cairn/http/page-style.css'), 'utf8').trim();
