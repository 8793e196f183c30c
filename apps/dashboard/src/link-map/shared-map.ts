/** The element of a page that the map of its pictures is shown in, with what the server says of it. */
export interface MapOfPhotos extends HTMLElement {
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

/** The same for the map of a space. */
export interface MapOfSpace extends HTMLElement {
  readonly dataset: {
    /** The address of the TileJSON. */
    readonly tiles: string;
  };
}
