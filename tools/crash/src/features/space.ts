import type { ServerProcess } from '@cairn/harness';

/** A feature as the server sends it. */
export interface SentFeature {
  readonly id: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly number[] } | null;
  readonly properties: Readonly<Record<string, unknown>> & {
    readonly '@ns:com:here:xyz': { readonly version: number };
  };
}

/** A FeatureCollection as the server sends it. */
export interface SentCollection {
  readonly features: readonly SentFeature[];
  readonly handle?: string;
  readonly deleted?: readonly string[];
}

interface SentStatistics {
  readonly count: { readonly value: number };
  readonly maxVersion: { readonly value: number };
  readonly bbox: { readonly value: readonly number[]; readonly estimated: boolean };
  readonly properties: {
    readonly value: readonly { readonly key: string; readonly count: number; readonly datatype: string }[];
    readonly estimated: boolean;
  };
}

interface Sent {
  readonly method?: string;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
}

const PAGE = 5_000;

/** Requests to one space. */
export class SpaceClient {
  constructor(
    private readonly server: ServerProcess,
    readonly id: string,
  ) {}

  async create(): Promise<void> {
    await this.server.json('POST', '/hub/spaces', { id: this.id, title: this.id });
  }

  /** Removes the space with its features. @throws {Error} unless it is gone at once. */
  async remove(): Promise<void> {
    const { status } = await this.send('', { method: 'DELETE' });
    const { status: after } = await this.send('/statistics');
    if (status >= 300 || after !== 404)
      throw new Error(`removing ${this.id} answered ${status}, then ${after}`);
  }

  async send(path: string, sent: Sent = {}): Promise<Response> {
    const { method = 'GET', body, contentType = 'application/geo+json', accept } = sent;
    return await this.server.fetch(`/hub/spaces/${this.id}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': contentType }),
        ...(accept !== undefined && { accept }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** @throws {Error} unless the answer is a success. */
  async read<T>(path: string): Promise<T> {
    return await this.server.json<T>('GET', `/hub/spaces/${this.id}${path}`);
  }

  /** All features, page by page. */
  async iterate(): Promise<readonly SentFeature[]> {
    const all: SentFeature[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const handle: string = next === '' ? '' : `&handle=${encodeURIComponent(next)}`;
      const page: SentCollection = await this.read<SentCollection>(`/iterate?limit=${PAGE}${handle}`);
      all.push(...page.features);
      next = page.handle;
    }
    return all;
  }
}

/** What the check of writes needs of a stored feature. */
export interface Found {
  readonly version: number;
  /** Names the write that wrote it last. */
  readonly token: string;
  /** The last patch of each writer, by the name of its member. */
  readonly patches: Readonly<Record<string, number>>;
}

/** What a space has after a restart. */
export interface FoundSpace {
  readonly version: number;
  readonly features: ReadonlyMap<string, Found>;
}

/** Four boxes that cover the world. A single one may be answered without the index. */
const quarters = [
  'west=-180&south=-90&east=0&north=0',
  'west=0&south=-90&east=180&north=0',
  'west=-180&south=0&east=0&north=90',
  'west=0&south=0&east=180&north=90',
];

/** Reads a space in every way there is. All of them must agree. */
export async function readSpace(
  space: SpaceClient,
): Promise<FoundSpace & { readonly faults: readonly string[] }> {
  const all = await space.iterate();
  const statistics = await space.read<SentStatistics>('/statistics');
  const { count } = await space.read<{ readonly count: number }>('/count');
  const indexed = new Set<string>();
  for (const quarter of quarters) {
    const { features } = await space.read<SentCollection>(`/bbox?${quarter}&limit=100000`);
    for (const { id } of features) indexed.add(id);
  }
  const placed = all.filter(({ geometry }) => geometry !== null);
  const differences = [
    ['are counted', count],
    ['are counted by the statistics', statistics.count.value],
    ['have an index entry or no geometry', indexed.size + all.length - placed.length],
  ] as const;
  const faults = differences.flatMap(([what, number]) =>
    number === all.length ? [] : [`${all.length} features of ${space.id} are read, and ${number} ${what}`],
  );
  const lost = placed.filter(({ id }) => !indexed.has(id));
  return {
    version: statistics.maxVersion.value,
    features: new Map(all.map((feature) => [feature.id, foundOf(feature)])),
    faults: [
      ...faults,
      ...lost.slice(0, 3).map(({ id }) => `${id} of ${space.id} is not found where it is`),
      ...statisticsFaults(all, statistics).map((fault) => `statistics of ${space.id}: ${fault}`),
    ],
  };
}

function foundOf({ properties }: SentFeature): Found {
  const patches = Object.entries(properties).filter(([name]) => /^w\d+$/.test(name));
  return {
    version: properties['@ns:com:here:xyz'].version,
    token: String(properties['token']),
    patches: Object.fromEntries(patches.map(([name, value]) => [name, Number(value)])),
  };
}

function statisticsFaults(
  all: readonly SentFeature[],
  { properties, bbox }: SentStatistics,
): readonly string[] {
  const counts = new Map<string, number>();
  const members = all.flatMap((feature) => Object.entries(feature.properties));
  for (const [name, value] of members.filter(([name]) => !name.startsWith('@'))) {
    const key = `${name} ${typeof value}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const textOf = (rows: readonly (readonly unknown[])[]): string =>
    rows
      .map((row) => row.join(' '))
      .sort()
      .join();
  const told = textOf(properties.value.map(({ key, datatype, count }) => [key, datatype, count]));
  const expected = textOf([...counts]);
  const sides = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { geometry } of all)
    for (const [axis, value] of (geometry?.coordinates ?? []).entries()) {
      sides[axis] = Math.min(sides[axis] ?? NaN, value);
      sides[axis + 2] = Math.max(sides[axis + 2] ?? NaN, value);
    }
  const exact = sides[0] === Infinity ? [] : sides;
  const isWithin = exact.every((side, index) => {
    const toldSide = bbox.value[index] ?? NaN;
    return index < 2 ? toldSide <= side : toldSide >= side;
  });
  const isRight = isWithin && (bbox.estimated || exact.join() === bbox.value.join());
  return [
    ...(properties.estimated || told === expected
      ? []
      : [`properties are ${told}, and should be ${expected}`]),
    ...(isRight ? [] : [`bbox is ${bbox.value.join()}, and should be ${exact.join()}`]),
  ];
}
