import { i18n } from '../i18n/i18n.svelte.ts';
import { reloadOnce } from './reload-once.ts';
import { toasts } from './toasts.svelte.ts';
import { isServerThere, whenBack } from './when-back.ts';

/**
 * Loads a part of the page that is not loaded with it. If the server cannot be reached, a message says so, and the part
 * is loaded once it is back. Use it for every `import()`.
 * @param left Aborted when nobody needs the part any more. Then the result never comes.
 * @throws what the last attempt did, if the server is there but does not have the part. People are told.
 */
export async function lazily<T>(load: () => Promise<T>, left?: AbortSignal): Promise<T> {
  try {
    return await load();
  } catch {
    const wasAway = !(await isServerThere());
    if (wasAway) await back(left);
    return await again(load, { wasAway });
  }
}

/** Resolves once the server is there. */
async function back(left: AbortSignal | undefined): Promise<void> {
  if (left?.aborted === true) return await new Promise(() => undefined);
  const { faults, partComesBack } = i18n.t;
  const dismiss = toasts.show(`${faults.network.title}. ${partComesBack}`, { kind: 'error' });
  await new Promise<void>((resolve) => {
    const stop = whenBack(() => (dismiss(), resolve()));
    left?.addEventListener('abort', () => (stop(), dismiss()));
  });
}

async function again<T>(load: () => Promise<T>, how: { readonly wasAway: boolean }): Promise<T> {
  try {
    await loadStyles();
    return await load();
  } catch (error) {
    // The server has another version of the page, or the browser does not try an address again.
    if (reloadOnce(how)) return await new Promise(() => undefined);
    toasts.show(i18n.t.faults.other.text, { kind: 'error' });
    throw error;
  }
}

/** Loads styles again that could not be loaded: whoever loads a part does not do that. */
async function loadStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  const missing = [...links].filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map(async (link) => {
      const copy = document.createElement('link');
      [copy.rel, copy.href] = ['stylesheet', link.href];
      await new Promise((resolve, reject) => {
        copy.addEventListener('load', resolve);
        copy.addEventListener('error', () => reject(new Error(`There are no styles at ${copy.href}.`)));
        link.replaceWith(copy);
      });
    }),
  );
}
