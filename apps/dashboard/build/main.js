import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// Builds the page into dist/page, from where the server serves it.
await build({ configFile: fileURLToPath(new URL('../vite.config.js', import.meta.url)), logLevel: 'warn' });
