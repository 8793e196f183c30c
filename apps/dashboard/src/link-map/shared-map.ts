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

/** The element that shows a map of layers. */
export interface MapOfLayers extends HTMLElement {
  readonly dataset: {
    /** The address of the map in the API. */
    readonly api: string;
    /** The secret of the link; absent of a public map. */
    readonly secret?: string;
    /** What the page says, as JSON. */
    readonly words: string;
    /** The text for where the base map ends. */
    readonly ends: string;
    /** What other values are called in the legend. */
    readonly other: string;
    /** What a layer is called there whose colors tell how many features there are. */
    readonly count: string;
    /** The ends of a scale without numbers. */
    readonly few: string;
    readonly many: string;
    /** What a picture without a name is called. */
    readonly picture: string;
  };
}
