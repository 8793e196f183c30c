/** The addresses of the pages of a link. For a page in a frame they lead to pages for frames. */
export class PageAddresses {
  constructor(
    /** The address of the link. */
    readonly link: string,
    readonly isEmbedded: boolean,
    /** Where others find what is at an address. */
    readonly forOthers: (address: string) => string = (address) => address,
  ) {}

  /** The features of a map as a table: those of its first layer, or those of a layer, from a cursor on. */
  table(from: { readonly layer?: string | undefined; readonly cursor?: string | undefined } = {}): string {
    const parts = (['layer', 'cursor'] as const).flatMap((name) => {
      const value = from[name];
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
    });
    return this.with('', ['table', ...parts]);
  }

  /** All pictures, from the first one or from a cursor on. */
  pictures(cursor?: string): string {
    return this.with('', cursor === undefined ? [] : [`cursor=${encodeURIComponent(cursor)}`]);
  }

  picture(id: string): string {
    return this.with(`/${id}`, []);
  }

  /** The page that says thanks for a picture: the one with this identifier, or for `waiting` one that waits for approval. */
  thanks(added: string): string {
    return this.with('', [`added=${encodeURIComponent(added)}`]);
  }

  /** The address where other sites find what to show of the page at this path below the link. */
  oembed(path = ''): string {
    const link = this.forOthers(this.link);
    const base = link.split('/').slice(0, -2).join('/');
    return `${base}/oembed?url=${encodeURIComponent(link + path)}&format=json`;
  }

  private with(path: string, parts: readonly string[]): string {
    const query = [...(this.isEmbedded ? ['embed'] : []), ...parts].join('&');
    return `${this.link}${path}${query === '' ? '' : `?${query}`}`;
  }
}
