/** The path of the page at its host, such as `/photos`; empty at the root. The server writes it into the document. */
export const basePath =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '');

/** The full path for links and requests. Inside the page, paths lack the base path. */
export const at = (path: string): string => basePath + path;

/** The path within the page for a path at the host. */
export function pathIn(path: string): string {
  if (basePath === '' || !path.startsWith(basePath)) return path;
  const rest = path.slice(basePath.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : path;
}
