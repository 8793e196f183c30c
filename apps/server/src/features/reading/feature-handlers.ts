import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import {
  FEATURE_SEPARATOR,
  featureText,
  ReadContentState,
  ReadFeatures,
  type Caller,
  type FeatureChunk,
} from '@cairn/spaces';
import { compressed } from '../../http/responses/compressed.js';
import type { OperationHandler } from '../../http/routing/request-router.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { featureNotFound } from '../feature-errors.js';
import { assertContext } from '../query/context.js';
import { parseIds, type IdChoice } from '../query/ids.js';
import { collectFaults } from '../query/collect-faults.js';
import { parseShaping } from '../query/shaping.js';
import { assertHead, isHead } from '../query/version-reference.js';
import { isNotModified } from './conditional.js';
import { contentTag, featureTag } from './content-tag.js';
import { sendCollection, sendGeoJson } from './feature-response.js';
import { addressText, parametersOf } from './query-request.js';
import type { ShapingThreads } from './shaping-threads.js';
import { turnOf } from '../../http/limits/turn.js';

/** Starts with small batches until the size of features is known: a batch is one message and is held in memory. */
const [FIRST_IDS, MORE_IDS, MAX_IDS_AT_ONCE] = [2, 4, 100];
/** In UTF-16 code units. */
const LENGTH_AT_ONCE = 1_048_576;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly threads: ShapingThreads;
}

/** Reads features by their ids. */
export function featureHandlers({
  application,
  hubCallers,
  threads,
}: Options): Readonly<Record<string, OperationHandler>> {
  const state = application.get(ReadContentState);
  const read = application.get(ReadFeatures);

  async function* chunksOf(
    caller: Caller,
    spaceId: string,
    ids: readonly string[],
  ): AsyncGenerator<FeatureChunk> {
    let atOnce = FIRST_IDS;
    for (let start = 0, end = atOnce; start < ids.length; [start, end] = [end, end + atOnce]) {
      const features = await read.execute(caller, spaceId, ids.slice(start, end));
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
      const ids = await choices.resolve((some) => read.execute(caller, spaceId, some));
      const shape = threads.shaper(shaping, turnOf(response));
      await sendCollection(response, chunksOf(caller, spaceId, ids), { shape, tag });
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
      if (!isHead(parameters)) assertHead(parameters, (await state.execute(caller, spaceId)).head.version);
      const [feature] = await read.execute(caller, spaceId, [featureId]);
      if (feature === undefined) throw featureNotFound(featureId);
      const shown = shaping.selection || shaping.force2D ? JSON.stringify(shaping) : '';
      if (isNotModified(request, response, featureTag(spaceId, feature, shown))) return;
      const shape = threads.shaper(shaping, turnOf(response));
      await sendGeoJson(response, await shape(featureText(feature)));
    }),
  };
}

/** @throws {InvalidInput} */
function required(ids: IdChoice): IdChoice {
  if (!ids.isEmpty) return ids;
  throw InvalidInput.of('required', '`id` is missing: name the features, such as `id=a,b`.');
}
