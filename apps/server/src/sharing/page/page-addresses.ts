/** The addresses of the pages of a link. Those of a page in a frame lead to pages for frames. */
export class PageAddresses {
  constructor(
    /** The address of the link. */
    readonly link: string,
    readonly isEmbedded: boolean,
  ) {}

  /** All pictures, from the first one or from a cursor on. */
  pictures(cursor?: string): string {
    return this.with('', cursor === undefined ? [] : [`cursor=${encodeURIComponent(cursor)}`]);
  }

  picture(id: string): string {
    return this.with(`/${id}`, []);
  }

  private with(path: string, parts: readonly string[]): string {
    const query = [...(this.isEmbedded ? ['embed'] : []), ...parts].join('&');
    return `${this.link}${path}${query === '' ? '' : `?${query}`}`;
  }
}
