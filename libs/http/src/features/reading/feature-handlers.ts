import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import {
  FEATURE_SEPARATOR,
  featureText,
  mostOfOne,
  ReadContentState,
  ReadFeatures,
  type Caller,
  type ContentState,
  type FeatureChunk,
  type StoredFeature,
} from '@cairn/spaces';
import { compressed } from '../../responses/compressed.js';
import type { OperationHandler } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { featureNotFound } from './feature-errors.js';
import { assertContext } from '../query/context.js';
import { parseIds, type IdChoice } from '../query/ids.js';
import { collectFaults } from '../query/collect-faults.js';
import { parseShaping } from '../query/shaping.js';
import { assertHead } from '../query/version-reference.js';
import { isNotModified } from './conditional.js';
import { contentTag, featureTag } from './content-tag.js';
import { sendCollection, sendGeoJson } from './feature-response.js';
import { addressText, parametersOf } from './query-request.js';
import type { ShapingThreads } from './shaping-threads.js';
import type { LargeAnswers } from '../../limits/large-answers.js';
import { turnOf } from '../../limits/turn.js';

/** Starts with small batches until the size of features is known: a batch is one message and is held in memory. */
const [FIRST_IDS, MORE_IDS, MAX_IDS_AT_ONCE] = [2, 4, 100];
/** In UTF-16 code units. */
const LENGTH_AT_ONCE = 1_048_576;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly threads: ShapingThreads;
  readonly large: LargeAnswers;
}

/** Reads features by their ids. */
export function featureHandlers({
  application,
  hubCallers,
  threads,
  large,
}: Options): Readonly<Record<string, OperationHandler>> {
  const state = application.get(ReadContentState);
  const read = application.get(ReadFeatures);

  const readOf = async (
    caller: Caller,
    state: ContentState,
    ids: readonly string[],
  ): Promise<readonly StoredFeature[]> => await read.execute(caller, state.space.id, ids, { state });

  /** The given ids of features that exist. */
  async function thereOf(
    caller: Caller,
    content: ContentState,
    { ids, atOnce }: { readonly ids: readonly string[]; readonly atOnce: number },
  ): Promise<readonly { readonly id: string }[]> {
    const there: { readonly id: string }[] = [];
    for (let start = 0; start < ids.length; start += atOnce)
      for (const { id } of await readOf(caller, content, ids.slice(start, start + atOnce)))
        there.push({ id });
    return there;
  }

  async function* chunksOf(
    caller: Caller,
    content: ContentState,
    { ids, first }: { readonly ids: readonly string[]; readonly first: number },
  ): AsyncGenerator<FeatureChunk> {
    let atOnce = first;
    for (let start = 0, end = atOnce; start < ids.length; [start, end] = [end, end + atOnce]) {
      const features = await readOf(caller, content, ids.slice(start, end));
      const [count, last] = [features.length, features.at(-1)?.id ?? ''];
      const text = features.map(featureText).join(FEATURE_SEPARATOR);
      if (count > 0) yield { text, count, last };
      const fitting = Math.floor((atOnce * LENGTH_AT_ONCE) / (text.length + 1));
      atOnce = Math.max(1, Math.min(atOnce * MORE_IDS, fitting, MAX_IDS_AT_ONCE));
    }
  }

  return {
    getFeatures: compressed(async (given) => {
      const { request, response, params } = given;
      const { spaceId = '' } = params;
      const parameters = parametersOf(given);
      const { id: choices, shaping } = collectFaults({
        id: () => required(parseIds(parameters)),
        shaping: () => parseShaping(parameters),
        context: () => assertContext(parameters),
      });
      const caller = hubCallers.of(request);
      const content = await state.execute(caller, spaceId);
      assertHead(parameters, content.head.version);
      const tag = contentTag(content, addressText(given));
      if (isNotModified(request, response, tag)) return;
      const turn = turnOf(response);
      const most = mostOfOne(content.head.summary);
      await large.admit(response, turn, most);
      const first = most > LENGTH_AT_ONCE / FIRST_IDS ? 1 : FIRST_IDS;
      const ids = await choices.resolve((some) =>
        thereOf(caller, content, { ids: some, atOnce: first === 1 ? 1 : some.length }),
      );
      const shape = threads.shaper(shaping, turn);
      await sendCollection(response, chunksOf(caller, content, { ids, first }), { shape, tag });
    }),

    getFeature: compressed(async (given) => {
      const { request, response, params } = given;
      const { spaceId = '', featureId = '' } = params;
      const parameters = parametersOf(given);
      const { shaping } = collectFaults({
        shaping: () => parseShaping(parameters),
        context: () => assertContext(parameters),
      });
      const caller = hubCallers.of(request);
      const content = await state.execute(caller, spaceId);
      assertHead(parameters, content.head.version);
      const turn = turnOf(response);
      await large.admit(response, turn, mostOfOne(content.head.summary));
      const [feature] = await readOf(caller, content, [featureId]);
      if (feature === undefined) throw featureNotFound(featureId);
      const shown = shaping.selection || shaping.force2D ? JSON.stringify(shaping) : '';
      if (isNotModified(request, response, featureTag(spaceId, feature, shown))) return;
      const shape = threads.shaper(shaping, turn);
      await sendGeoJson(response, await shape(featureText(feature)));
    }),
  };
}

/** @throws {InvalidInput} */
function required(ids: IdChoice): IdChoice {
  if (!ids.isEmpty) return ids;
  throw InvalidInput.of('required', '`id` is missing: name the features, such as `id=a,b`.');
}
