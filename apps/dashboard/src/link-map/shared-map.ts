/** The element of the page that the map is shown in, with what the server says of it. */
export interface SharedMap extends HTMLElement {
  readonly dataset: {
    /** The address of the images of the link. */
    readonly images: string;
    /** The address of its page for an image, with `{id}`. */
    readonly picture: string;
    /** What is said when no picture has a place. */
    readonly empty: string;
    /** What is said of several pictures at a place, with `{count}`. */
    readonly several: string;
  };
}
