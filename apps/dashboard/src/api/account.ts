import { pathIn } from './base-path.ts';

/** The account of somebody else in an address, such as `/shared/ACCOUNT/albums`. */
export function accountIn(path: string): string | undefined {
  const [, id] = /^\/shared\/([^/]+)\//.exec(path) ?? [];
  if (id === undefined) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id; // not a valid account
  }
}

/**
 * The account of somebody else that this document shows. It never changes: an address in another account is loaded as a
 * new document, so that no data of one account is shown in, or sent to, the other.
 */
export const account = accountIn(pathIn(location.pathname));

/** The address of a view in the account that the document shows. */
export const here = (path: string): string => `${prefixOf(account)}${path}`;

/** The address of a view in the account of somebody else. */
export const addressIn = (id: string, path: string): string => `${prefixOf(id)}${path}`;

const prefixOf = (id: string | undefined): string =>
  id === undefined ? '' : `/shared/${encodeURIComponent(id)}`;
