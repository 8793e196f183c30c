/** The connection of `better-sqlite3`, as far as it is spoken to. */
export interface Connection {
  pragma(source: string, options?: { readonly simple: boolean }): unknown;
}
