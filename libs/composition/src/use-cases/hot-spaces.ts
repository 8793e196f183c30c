/** How much of what is asked about spaces is answered from memory. */
export interface HotSpacesState {
  readonly maxBytes: number;
  readonly usedBytes: number;
  /** How many questions were answered from memory, and how many by the database, since the start. */
  readonly answers: number;
  readonly below: number;
  readonly spaces: readonly {
    readonly spaceId: string;
    readonly bytes: number;
    readonly features: number;
    /** How many features were written since they were packed. */
    readonly overlay: number;
    readonly answers: number;
    readonly below: number;
  }[];
  readonly building: readonly { readonly spaceId: string; readonly bytes: number }[];
  /** Spaces that are read often, but did not fit or could not be built. `until` then, in epoch milliseconds. */
  readonly failed: readonly { readonly spaceId: string; readonly reason: string; readonly until: number }[];
}

/** The spaces whose features this process has in memory. */
export abstract class HotSpaces {
  abstract state(): HotSpacesState;

  /** Has `wanted` called when spaces should be built; they are then `waiting`. */
  abstract onWanted(wanted: () => void): void;

  /** The ids of spaces that should be built, each given once. */
  abstract waiting(): Iterable<string>;

  /** Brings a space into memory. */
  abstract build(spaceId: string): Promise<unknown>;

  /** Does not build the space for a minute. */
  abstract postpone(spaceId: string): void;

  /** Lets go of spaces that are gone. */
  abstract check(): Promise<void>;

  /** Lets go of all memory. */
  abstract close(): Promise<void>;
}
