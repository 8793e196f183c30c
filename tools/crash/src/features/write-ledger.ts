/** A feature as far as the drill looks at it. */
export interface Found {
  readonly version: number;
  /** Names the write that wrote it last. */
  readonly token: string;
  /** The last patch of each writer, by the name of its member. */
  readonly patches: Readonly<Record<string, number>>;
}

/** A request that changes features. `sentAt` and `answeredAt` are ticks of one clock; no answer: it may be done or not. */
export interface Write {
  readonly kind: 'put' | 'patch' | 'delete';
  readonly ids: readonly string[];
  readonly token: string;
  /** What a patch sets. */
  readonly patch: Readonly<Record<string, number>>;
  readonly sentAt: number;
  answeredAt?: number;
  /** Acknowledged; unknown for a deletion. */
  version?: number;
  /** Nothing was there to change. */
  isVoid?: boolean;
}

/** The writes since the last check, and what was there before them. */
export class WriteLedger {
  readonly writes: Write[] = [];
  private ticks = 0;

  constructor(
    readonly versionBefore: number,
    readonly before: ReadonlyMap<string, Found>,
  ) {}

  tick(): number {
    this.ticks += 1;
    return this.ticks;
  }

  send(write: Omit<Write, 'sentAt'>): Write {
    const sent = { ...write, sentAt: this.tick() };
    this.writes.push(sent);
    return sent;
  }
}
