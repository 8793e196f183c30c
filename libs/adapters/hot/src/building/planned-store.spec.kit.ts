import { compareTexts } from '@cairn/kernel';
import {
  EMPTY_HEAD,
  featureText,
  SpaceNotFound,
  type FeatureChunk,
  type StoredFeature,
  type WriteResult,
} from '@cairn/spaces';
import { planWrite, type ContentHead, type WriteBatch } from '@cairn/spaces/spi';

/** The space of the tests. */
export const SPACE = 'space';

interface Content {
  head: ContentHead;
  readonly features: Map<string, StoredFeature>;
}

/** A store of one space, which can be held up in its writes and queries. */
export class PlannedStore {
  /** Each write waits for it after it is stored, and before it tells so. */
  told: () => Promise<void> = async () => undefined;
  reads = 0;
  private contents = 0;
  private content: Content | undefined;

  constructor() {
    this.make();
  }

  make(): void {
    this.contents += 1;
    this.content = { head: { ...EMPTY_HEAD, content: `c${this.contents}` }, features: new Map() };
  }

  /** Removes the space, and returns what makes it come back. */
  remove(): () => void {
    const { content } = this;
    this.content = undefined;
    return () => void (this.content = content);
  }

  readonly write = async (batch: WriteBatch): Promise<WriteResult> => {
    const content = this.existing();
    const { head, features: stored } = content;
    const plan = planWrite({ spaceId: SPACE, head, stored, versionsToKeep: 1, former: [] }, batch);
    for (const { feature } of plan.puts) content.features.set(feature.id, feature);
    for (const id of plan.removals) content.features.delete(id);
    content.head = plan.head;
    await this.told();
    return plan.result;
  };

  async statistics(): Promise<ContentHead> {
    return this.existing().head;
  }

  async *query(): AsyncGenerator<FeatureChunk, void, undefined> {
    this.reads += 1;
    const sorted = this.sorted();
    const { content, version } = this.existing().head;
    const at = { content, version };
    for (const feature of sorted) yield { text: featureText(feature), count: 1, last: feature.id, at };
  }

  texts(): readonly string[] {
    return this.sorted().map(featureText);
  }

  private sorted(): readonly StoredFeature[] {
    return [...this.existing().features.values()].sort((one, other) => compareTexts(one.id, other.id));
  }

  private existing(): Content {
    if (this.content === undefined) throw new SpaceNotFound(SPACE);
    return this.content;
  }
}
