import { pathIn } from './base-path.ts';

/** The account of somebody else that an address is in, such as `/shared/ACCOUNT/albums`. */
export function accountIn(path: string): string | undefined {
  const [, id] = /^\/shared\/([^/]+)\//.exec(path) ?? [];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id; // nobody's
  }
}

/**
 * The account of somebody else whose things this document shows, from its beginning to its end: an address in another
 * account is loaded anew, so that nothing of one account is shown in the other, or sent to it.
 */
export const account = accountIn(pathIn(location.pathname));

/** The address of a view in the account that the document shows. */
export const here = (path: string): string => `${prefixOf(account)}${path}`;

/** The address of a view in an account of somebody else. */
export const addressIn = (id: string, path: string): string => `${prefixOf(id)}${path}`;

const prefixOf = (id: string | undefined): string =>
  id === undefined ? '' : `/shared/${encodeURIComponent(id)}`;
