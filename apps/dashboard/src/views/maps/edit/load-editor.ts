import type * as Editor from './MapEditor.svelte';

/** Loads the editor. Its schemas are made once they know that they are in a page without `eval`. */
export async function loadEditor(): Promise<typeof Editor> {
  await import('./without-eval.ts');
  return await import('./MapEditor.svelte');
}
