import type { Random } from '@cairn/harness';
import type { FoundSpace, SentCollection, SentFeature, SpaceClient } from './space.js';

/** A request that changes features. `sentAt` and `answeredAt` are ticks of one clock. Without an answer it may be done or not. */
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

/** The writes since the last check, after what was found then. */
export class WriteLedger {
  readonly writes: Write[] = [];
  private readonly earlier: readonly Write[];
  private ticks = 0;

  constructor(readonly before: FoundSpace = { version: 0, features: new Map() }) {
    this.earlier = [...before.features].map(([id, { token, version, patches }]) => {
      const write = { kind: 'put', ids: [id], token, version, patch: patches } as const;
      return { ...write, sentAt: -1, answeredAt: 0 };
    });
  }

  get answered(): number {
    return this.writes.filter(({ answeredAt }) => answeredAt !== undefined).length;
  }

  tick(): number {
    this.ticks += 1;
    return this.ticks;
  }

  send(write: Omit<Write, 'sentAt'>): Write {
    const sent = { ...write, sentAt: this.tick() };
    this.writes.push(sent);
    return sent;
  }

  /** The writes that may have changed a feature. What was found before counts as the first of them. */
  of(id: string): readonly Write[] {
    return [...this.earlier, ...this.writes].filter(({ ids, isVoid }) => ids.includes(id) && isVoid !== true);
  }
}

const IDS = Array.from({ length: 10 }, (_, index) => `f${index}`);
const MOST_AT_ONCE = 3;

interface WriterOptions {
  /** The member that its patches set. */
  readonly name: string;
  readonly ledger: WriteLedger;
  readonly random: Random;
}

interface Answer {
  readonly status: number;
  readonly features: readonly SentFeature[];
  readonly deleted: readonly string[];
}

/** Patches, replaces and deletes features that all writers share, one or several at once. */
export class Writer {
  private sent = 0;

  constructor(
    private readonly space: SpaceClient,
    private readonly options: WriterOptions,
  ) {}

  /** Returns what was wrong with the answer. Rejects when there is none. */
  async next(): Promise<string | undefined> {
    const { name, ledger, random } = this.options;
    this.sent += 1;
    const kind = random.pick(['put', 'patch', 'patch', 'patch', 'delete'] as const) ?? 'put';
    const first = random.below(IDS.length);
    const ids = IDS.slice(first, first + (random.pick([1, 1, MOST_AT_ONCE]) ?? 1));
    const patch: Readonly<Record<string, number>> = kind === 'patch' ? { [name]: ledger.tick() } : {};
    const token = `${name}.${ledger.before.version}.${this.sent}`;
    const write = ledger.send({ kind, ids, token, patch });
    const { status, features, deleted } = await this.send(write);
    if (status === 404 && ids.length === 1 && kind !== 'put') write.isVoid = true;
    else if (status >= 300) return `${kind} of ${ids.join()} answered ${status}`;
    else if (kind === 'delete') write.isVoid = ids.length > 1 && deleted.length === 0;
    else write.version = features[0]?.properties['@ns:com:here:xyz'].version ?? 0;
    write.answeredAt = ledger.tick();
    return undefined;
  }

  private async send({ kind, ids, token, patch }: Write): Promise<Answer> {
    const method = { put: 'PUT', patch: 'PATCH', delete: 'DELETE' }[kind];
    if (kind === 'delete') {
      const [id = ''] = ids;
      const path = ids.length === 1 ? `/features/${id}` : `/features?id=${ids.join()}`;
      return await answered(await this.space.send(path, { method, accept: 'application/json' }));
    }
    const features = ids.map((id) => ({
      type: 'Feature',
      id,
      properties: { token, ...patch },
      ...(kind === 'put' && this.place()),
    }));
    if (features.length === 1)
      return await answered(await this.space.send(`/features/${ids.join()}`, { method, body: features[0] }));
    const body = { type: 'FeatureCollection', features };
    return await answered(
      await this.space.send('/features', { method: kind === 'put' ? 'PUT' : 'POST', body }),
    );
  }

  private place(): { readonly geometry: unknown } {
    const { random } = this.options;
    if (random.below(4) === 0) return { geometry: null };
    return { geometry: { type: 'Point', coordinates: [random.below(359) - 179, random.below(181) - 90] } };
  }
}

async function answered(response: Response): Promise<Answer> {
  const { status } = response;
  const text = await response.text();
  if (status >= 300 || text === '') return { status, features: [], deleted: [] };
  const { features, deleted = [], ...feature } = JSON.parse(text) as Partial<SentCollection> & SentFeature;
  return { status, features: features ?? [feature], deleted };
}
