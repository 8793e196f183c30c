declare module '@mapbox/mvt-fixtures' {
  /** Calls back for each tile of the corpus. */
  export function each(
    callback: (fixture: {
      readonly id: string;
      readonly description: string;
      readonly validity: { readonly v1: boolean; readonly v2: boolean };
      readonly buffer: Uint8Array;
    }) => void,
  ): void;
}
