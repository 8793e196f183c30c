import { type Disposal, NotInTrash } from '@cairn/kernel';
import type { Space } from '@cairn/spaces';
import type { FeaturePorts, SpaceRepository } from '@cairn/spaces/spi';
import { aSpace, identifier, several } from '../../builders.js';
import { aBatch, aFeature, DELETE, NOW, PATCH, PUT, writing } from '../feature-store-ports.js';
import type { Draw } from '../stale-patch.model.js';
import { unusualStrings } from '../../unusual-strings.js';
import { drawnGeometry } from './drawn-shapes.js';
import { drawnProperties } from './drawn-questions.js';

/** Code units and code points order the first two differently; the last is as long as ids may be. */
const ODD_IDS = ['\u{1f600}', '\uffee', 'a\u0001b', 'a', 'A', 'a\u0301', '__proto__', 'x'.repeat(512)];
const AT_ONCE = 500;
const COPIED_PARTS = [1, 3];

/** A space that is changed at random. */
export class ChangingSpace {
  readonly ids: readonly string[];
  private space: Space;
  private readonly entries: string[] = [];
  private readonly removed: string[] = [];
  private made = 0;

  constructor(
    private readonly ports: { readonly spaces: SpaceRepository; readonly features: FeaturePorts },
    size: number,
  ) {
    this.ids = [...ODD_IDS, ...unusualStrings, ...several(size, (number) => `f${number}`)];
    this.space = aSpace();
  }

  get id(): string {
    return this.space.id;
  }

  /** Makes the space, with most of its features. */
  async open(draw: Draw): Promise<void> {
    await this.ports.spaces.add(this.space);
    await this.fill(draw);
  }

  /** One change of any kind, in words. */
  async change(draw: Draw, features: FeaturePorts): Promise<string> {
    switch (draw(24)) {
      case 0:
        return await this.erase(draw, features);
      case 1:
        return await this.removeAndMakeAgain(draw);
      case 2:
        return await this.swap();
      case 3:
        return await this.restore(features);
      case 4:
        return await this.keep(draw);
      case 5:
        return await this.write(draw, features, 40);
      case 6:
        return await copySome(features);
      default:
        return await this.write(draw, features, 1 + draw(4));
    }
  }

  private async fill(draw: Draw): Promise<void> {
    for (let start = 0; start < this.ids.length; start += AT_ONCE) {
      const some = this.ids.slice(start, start + AT_ONCE).filter(() => draw(8) > 0);
      const modifications = some.map((id) => writing(drawnFeature(draw, id)));
      await this.ports.features.write(this.id, aBatch(modifications, { returning: 'ids' }));
    }
  }

  private async write(draw: Draw, features: FeaturePorts, count: number): Promise<string> {
    const disposal = draw(2) === 0 ? this.disposal() : undefined;
    const modifications = several(count, () => {
      const id = this.ids[draw(this.ids.length)] ?? '';
      const kind = draw(4);
      if (kind === 0) return writing(aFeature(id), DELETE);
      if (kind === 1) return writing({ type: 'Feature', id, properties: drawnProperties(draw) }, PATCH);
      return writing(drawnFeature(draw, id), PUT);
    });
    const given = { disposal, onFailure: 'skip', returning: draw(2) === 0 ? 'ids' : 'texts' } as const;
    const { deleted } = await features.write(this.id, aBatch(modifications, given));
    if (disposal !== undefined && deleted.length > 0) this.entries.push(disposal.deletion);
    return `writes ${count}`;
  }

  private async erase(draw: Draw, features: FeaturePorts): Promise<string> {
    const disposal = draw(2) === 0 ? this.disposal() : undefined;
    const values = [draw(12)];
    const isAll = draw(6) === 0;
    const filter = isAll
      ? undefined
      : ({ kind: 'compare', operator: 'equals', path: ['properties', 'kind'], values } as const);
    const count = await features.erase(this.id, { filter, now: NOW, disposal });
    if (disposal !== undefined && count > 0) this.entries.push(disposal.deletion);
    if (isAll) await this.fill(draw);
    return `erases ${isAll ? 'all and fills again' : String(count)}`;
  }

  /** Removed for good or into the trash, and another of the same id. */
  private async removeAndMakeAgain(draw: Draw): Promise<string> {
    const disposal = draw(2) === 0 ? this.disposal() : undefined;
    await this.ports.spaces.remove(this.id, () => undefined, disposal);
    if (disposal !== undefined) this.removed.push(disposal.deletion);
    this.entries.length = 0;
    this.space = aSpace({ id: this.id, owner: this.space.owner });
    await this.ports.spaces.add(this.space);
    await this.fill(draw);
    return 'is removed and made again';
  }

  /** Removed into the trash, and a former one of the same id, or the same, restored. */
  private async swap(): Promise<string> {
    const disposal = this.disposal();
    await this.ports.spaces.remove(this.id, () => undefined, disposal);
    this.removed.push(disposal.deletion);
    this.entries.length = 0;
    const entry = this.removed.shift() ?? '';
    await this.ports.spaces.restore({ owner: this.space.owner, entry, now: NOW });
    return 'is removed, and a former one restored';
  }

  private async restore(features: FeaturePorts): Promise<string> {
    const entry = this.entries.pop();
    if (entry === undefined) return 'restores nothing';
    const restoration = { entry, limit: 1_000, now: NOW };
    return await features.restore(this.id, restoration).then(() => 'restores features', unlessNotThere);
  }

  private async keep(draw: Draw): Promise<string> {
    const versionsToKeep = 1 + 2 * draw(2);
    await this.ports.spaces.update(this.id, ({ settings, ...stored }) => ({
      ...stored,
      settings: { ...settings, versionsToKeep },
    }));
    return `keeps ${versionsToKeep} versions`;
  }

  private disposal(): Disposal {
    const deletion = identifier((this.made += 1), 10) + this.id;
    return { deletion, deletedBy: 'key:1', deletedAt: NOW, expiresAt: NOW + 1_000, countsBytes: true };
  }
}

/** What came and went within one batch is not in the trash. */
function unlessNotThere(error: unknown): string {
  if (error instanceof NotInTrash) return 'restores nothing';
  throw error;
}

/** Gives some large features copies, which takes no version. */
async function copySome(features: FeaturePorts): Promise<string> {
  let after: string | undefined;
  for (let copied = 0; copied < 4; copied += 1) {
    const next = await features.uncopied(after);
    if (next === undefined) break;
    after = next.key;
    await features.addCopies(
      next.key,
      COPIED_PARTS.map((part) => ({ part, body: next.body })),
    );
  }
  return 'makes copies';
}

const drawnFeature = (draw: Draw, id: string): ReturnType<typeof aFeature> =>
  aFeature(id, { geometry: drawnGeometry(draw), properties: drawnProperties(draw) });
