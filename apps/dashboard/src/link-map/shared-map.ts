/** The element that shows the map of the pictures. The server sets its data. */
export interface MapOfPhotos extends HTMLElement {
  readonly dataset: {
    /** The address of the images of the link. */
    readonly images: string;
    /** The address of the page of an image, with the placeholder `{id}`. */
    readonly picture: string;
    /** The text for when no picture has a position. */
    readonly empty: string;
    /** The text for several pictures at one position, with the placeholder `{count}`. */
    readonly several: string;
    /** The text for where the base map ends. */
    readonly ends: string;
  };
}

/** The element that shows the map of a space. */
export interface MapOfSpace extends HTMLElement {
  readonly dataset: {
    /** The address of the TileJSON. */
    readonly tiles: string;
    /** The text for where the base map ends. */
    readonly ends: string;
  };
}
