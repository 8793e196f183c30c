declare module 'virtual:base-map' {
  /** The address of a GeoJSON file with the land and the borders of the world. */
  export const worldAddress: string;
}
