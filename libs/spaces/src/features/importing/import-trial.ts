import { InvalidInput } from '@cairn/kernel';
import type { StoredFeature } from '../content/stored-feature.js';
import type { FeatureModification } from '../writing/modification.js';
import type { WriteResult } from '../writing/write-batch.js';
import { type TrialState, UNTRIED, type WriteTrial } from '../writing/write-trial.js';
import { KnownIds } from './known-ids.js';
import { MAX_COMPARED_IDS } from './repeated-ids.js';

/** Of the features that are held, in UTF-16 code units. */
const MAX_HELD_LENGTH = 32 * 1024 ** 2;

/**
 * The dry run of an import. What becomes of an id that comes again in a later chunk depends on what the earlier one made
 * of it. To hold all features would take as much memory as the file, so a first run finds out which ids come again, and
 * another one holds the features of these.
 */
export class ImportTrial {
  private readonly seen = new KnownIds();
  private readonly held = new Map<string, StoredFeature | undefined>();
  private heldLength = 0;
  private state: TrialState = UNTRIED;
  private isMissing = false;

  /** @param repeated The ids that come again, as far as known. */
  constructor(private readonly repeated = new KnownIds()) {}

  /** The run that has to follow this one, because an id came again that was not known to. */
  get next(): ImportTrial | undefined {
    return this.isMissing ? new ImportTrial(this.repeated) : undefined;
  }

  /** What the store has to know for the next chunk. @throws {InvalidInput} where there are more ids than are compared. */
  before(modifications: readonly FeatureModification[]): WriteTrial {
    const changed = new Map<string, StoredFeature | undefined>();
    const wanted = new Set<string>();
    for (const id of new Set(modifications.map(({ draft }) => draft.id))) {
      const isKnown = this.repeated.has(id);
      if (isKnown) wanted.add(id);
      if (this.held.has(id)) changed.set(id, this.held.get(id));
      if (this.seen.add(id) || isKnown) continue;
      this.repeated.add(id);
      this.isMissing = true;
    }
    if (this.seen.size > MAX_COMPARED_IDS) throw tooMany(`more than ${MAX_COMPARED_IDS} features`);
    return { ...this.state, changed, wanted };
  }

  /** @throws {InvalidInput} where more would have to be held than may be. */
  after({ trial }: WriteResult): void {
    if (trial === undefined) return;
    this.state = trial;
    for (const [id, feature] of trial.changed) {
      this.heldLength += (feature?.body.length ?? 0) - (this.held.get(id)?.body.length ?? 0);
      this.held.set(id, feature);
    }
    if (this.heldLength > MAX_HELD_LENGTH) throw tooMany('too many features of the same ids');
  }
}

const tooMany = (what: string): InvalidInput =>
  InvalidInput.of('too-many-features', `There are ${what}: what would come of them cannot be told.`);
