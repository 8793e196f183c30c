/** The path that the page is below at its host, such as `/photos`; empty at the root. The server writes it into the document. */
export const basePath =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '');

/** The address of a path of this server: what links and requests need. Inside the page, paths are without that of the host. */
export const at = (path: string): string => basePath + path;

/** The path in the page, of a path at the host. */
export function pathIn(path: string): string {
  if (basePath === '' || !path.startsWith(basePath)) return path;
  const rest = path.slice(basePath.length);
  return rest === '' ? '/' : rest.startsWith('/') ? rest : path;
}
