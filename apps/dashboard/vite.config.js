import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { mapPrograms } from './build/map-programs.js';

export default defineConfig({
  root: import.meta.dirname,
  // The server writes the path of the page into the document; chunks find one another.
  base: './',
  plugins: [svelte({ preprocess: vitePreprocess() }), mapPrograms(), compressed()],
  resolve: { conditions: ['@cairn/source', 'module', 'browser', 'production', 'default'] },
  build: {
    outDir: 'dist/page',
    rolldownOptions: {
      input: {
        index: 'index.html',
        'link-map': 'src/link-map/main.ts',
        'exported-map': 'src/exported-map/main.ts',
      },
    },
    emptyOutDir: true,
    target: 'es2023',
    // A file that is inlined as `data:` would need the policy to allow it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_500,
  },
});
