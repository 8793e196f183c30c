import { InvalidInput, parsePage, type Page, type PageRequest, type PortsOf } from '@cairn/kernel';
import { proposed, type Proposal } from './better-image.js';
import { MAX_LOOK_ALIKES } from './look-alike-group.js';
import { LookAlikeRepository } from './look-alike-repository.js';

/** Lists groups of an owner's images that look alike, each with a proposal. */
export class ListLookAlikes {
  static readonly ports = { lookAlikes: LookAlikeRepository };

  constructor(private readonly ports: PortsOf<typeof ListLookAlikes.ports>) {}

  async execute(owner: string, page: PageRequest): Promise<Page<Proposal>> {
    const { items, ...rest } = await this.ports.lookAlikes.list(owner, parsePage(page));
    return { items: items.flatMap((group) => proposed(group) ?? []), ...rest };
  }
}

/** Records that images differ although they look alike, so that they make no group again. */
export class DismissLookAlikes {
  static readonly ports = { lookAlikes: LookAlikeRepository };

  constructor(private readonly ports: PortsOf<typeof DismissLookAlikes.ports>) {}

  /** Returns how many pairs it changed. @throws {InvalidInput} for more images than a group has. */
  async execute(owner: string, ids: readonly string[]): Promise<number> {
    return await this.ports.lookAlikes.dismiss(owner, parseGroup(ids));
  }
}

/** Undoes `DismissLookAlikes`. */
export class RecallLookAlikes {
  static readonly ports = { lookAlikes: LookAlikeRepository };

  constructor(private readonly ports: PortsOf<typeof RecallLookAlikes.ports>) {}

  /** Returns how many pairs it changed. @throws {InvalidInput} for more images than a group has. */
  async execute(owner: string, ids: readonly string[]): Promise<number> {
    return await this.ports.lookAlikes.recall(owner, parseGroup(ids));
  }
}

function parseGroup(ids: readonly string[]): readonly string[] {
  const unique = [...new Set(ids)];
  if (unique.length < 2 || unique.length > MAX_LOOK_ALIKES)
    throw InvalidInput.of('invalid-group', `A group has 2 to ${MAX_LOOK_ALIKES} images.`);
  return unique;
}
