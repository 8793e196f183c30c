import type { Fault } from '@cairn/kernel';
import type { FeatureLimits } from '../content/feature-limits.js';
import { parseDraft } from '../content/parse-draft.js';
import { normaliseTags } from '../content/tags.js';
import type { FeatureReader } from './feature-reader.js';
import type { FeatureModification, WriteRule } from '../writing/modification.js';
import type { WriteBatch } from '../writing/write-batch.js';

/** A feature to write. */
export interface FeatureInput {
  /** The text of one GeoJSON feature. */
  readonly text: string;
  /** Many features may share one; its tags are normalised here. */
  readonly rule: WriteRule;
  /** Takes precedence over the id in the text. */
  readonly id?: string | undefined;
  /** With `id`: whether to refuse a text that has another id. */
  readonly idInText?: 'ignored' | 'same' | undefined;
  /** Whether to accept a geometry as a feature without properties. */
  readonly mayBeGeometry?: boolean | undefined;
  /** Fails unless the stored feature has this version. */
  readonly ifVersion?: number | undefined;
}

/** Features to write, and how. */
export interface FeatureWriteRequest extends Pick<WriteBatch, 'onFailure' | 'returning'> {
  /** Read one after the other, so that the source may pause in between. */
  readonly features: Iterable<FeatureInput> | AsyncIterable<FeatureInput>;
  /** Put in front of every id. */
  readonly prefixId?: string | undefined;
  /** Whether the version in a feature's namespace is the one that its client changed; otherwise it is ignored. */
  readonly detectConflicts?: boolean | undefined;
}

/** What is wrong with a feature of a request; the pointer starts at the feature. */
export interface InputFault {
  /** The index of the feature in the request, from 0. */
  readonly index: number;
  /** The id, if it could be read. */
  readonly id: string | undefined;
  readonly fault: Fault;
}

export interface ReadInputs {
  readonly modifications: readonly FeatureModification[];
  /** The index of each modification in the request. */
  readonly positions: readonly number[];
  readonly faults: readonly InputFault[];
}

/**
 * Maximum length of a text that is parsed right here, in UTF-16 code units. Longer texts are parsed where that does not
 * block others.
 */
const LONG_TEXT = 32_768;
/** Once there are this many faults, only the first fault of each further feature is kept. */
const MAX_FULL_FAULTS = 1_000;

/** What features are read with. */
export interface ReadingMeans {
  readonly limits: FeatureLimits;
  readonly makeId: () => string;
  readonly reader: Pick<FeatureReader, 'parse'>;
  /** Name by which callers take turns. */
  readonly holder: string;
}

/** Reads every feature of a request. If one failure undoes everything, no id may come twice. */
export async function readInputs(
  request: FeatureWriteRequest,
  { reader, holder, ...given }: ReadingMeans,
): Promise<ReadInputs> {
  const { prefixId, onFailure, detectConflicts } = request;
  const [modifications, positions] = [new Array<FeatureModification>(), new Array<number>()];
  const faults: InputFault[] = [];
  const rules = new Map<WriteRule, WriteRule>();
  const known = new Set<string>();
  let index = 0;
  for await (const { text, rule, id, idInText, mayBeGeometry, ifVersion } of request.features) {
    const parsing = { limits: given.limits, id, idInText, prefixId, mayBeGeometry, detectConflicts };
    const parsed =
      text.length > LONG_TEXT
        ? await reader.parse(text, { ...parsing, holder })
        : parseDraft(text, { ...parsing, makeId: given.makeId });
    if (parsed.draft === undefined) {
      const told = faults.length < MAX_FULL_FAULTS ? parsed.faults : parsed.faults.slice(0, 1);
      faults.push(...told.map((fault) => ({ index, id: parsed.id, fault })));
    } else {
      const { draft } = parsed;
      if (onFailure === 'rollback' && known.has(draft.id))
        faults.push({ index, id: draft.id, fault: duplicate(draft.id) });
      known.add(draft.id);
      const shared = rules.get(rule) ?? normaliseRule(rule);
      rules.set(rule, shared);
      modifications.push({ draft, rule: shared, ifVersion });
      positions.push(index);
    }
    index += 1;
  }
  return { modifications, positions, faults };
}

/** The rule with its tags as they are stored. */
export function normaliseRule(rule: WriteRule): WriteRule {
  const { addTags = [], removeTags = [] } = rule;
  return { ...rule, addTags: normaliseTags(addTags), removeTags: normaliseTags(removeTags) };
}

function duplicate(id: string): Fault {
  return { pointer: '/id', code: 'duplicate-id', detail: `The id '${id}' comes more than once.` };
}
