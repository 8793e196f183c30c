import type { Application } from '@cairn/composition';
import { validateGeometry, type Geometry } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import {
  featureText,
  NearestFeatures,
  ReadContentState,
  ReadFeatures,
  SearchFeatures,
  SpaceNotFound,
  withKnown,
  type Caller,
  type FeatureChunk,
  type FeatureShaping,
  mostOfOne,
  type NearFeature,
} from '@cairn/spaces';
import type { BodyMemory } from '../../bodies/body-memory.js';
import { jsonOf, textOf } from '../../bodies/json-bytes.js';
import { readBytes } from '../../bodies/read-bytes.js';
import type { LargeAnswers } from '../../limits/large-answers.js';
import { turnOf, type Turn } from '../../limits/turn.js';
import { compressed } from '../../responses/compressed.js';
import type { OperationHandler, OperationRequest } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { featureNotFound } from './feature-errors.js';
import {
  cellArea,
  parseNearestCount,
  parsePlace,
  parseRadius,
  parseRelation,
  type Place,
} from '../query/place.js';
import { assertNotClustered } from '../query/clustering.js';
import { clipAreaOf, parseAreaClip } from '../query/clip-area.js';
import { collectFaults } from '../query/collect-faults.js';
import { searchReaders } from '../query/search-readers.js';
import { assertHead } from '../query/version-reference.js';
import { isNotModified } from './conditional.js';
import { contentTag, featureTag } from './content-tag.js';
import { sendCollection } from './feature-response.js';
import { LimitedRead } from './limited-read.js';
import { addressText, parametersOf } from './query-request.js';
import type { ShapingThreads } from './shaping-threads.js';

const MAX_COORDINATES = 12_000;
const MAX_GEOMETRY_BYTES = 1024 * 1024;
const GEOMETRY_ALONE: FeatureShaping = { selection: { paths: [], geometry: 'shown' } };

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly memory: BodyMemory;
  readonly large: LargeAnswers;
  readonly threads: ShapingThreads;
}

/** A geometry to search around. Together with the URL, `text` identifies it for the cache tag. */
interface Around {
  readonly geometry: Geometry;
  readonly text: string;
}

/** Searches around a point, a feature, an H3 cell, or a geometry in the body. */
export function spatialHandlers({
  application,
  hubCallers,
  memory,
  threads,
  large,
}: Options): Readonly<Record<string, OperationHandler>> {
  const state = application.get(ReadContentState);
  const search = application.get(SearchFeatures);
  const nearest = application.get(NearestFeatures);
  const read = application.get(ReadFeatures);

  const around = async (caller: Caller, place: Place, turn: Turn): Promise<Around> => {
    switch (place.kind) {
      case 'point':
        return { geometry: { type: 'Point', coordinates: place.point }, text: '' };
      case 'cell':
        return { geometry: await cellArea(place.h3Index), text: '' };
      case 'feature': {
        const { spaceId, featureId } = place;
        const [feature] = await read.execute(caller, spaceId, [featureId]).catch(asMissingReference);
        if (feature === undefined) throw featureNotFound(featureId);
        // Its other members may be much longer than the geometry.
        const text = await threads.shaper(GEOMETRY_ALONE, turn)(featureText(feature));
        return { geometry: geometryOf(text), text: featureTag(spaceId, feature) };
      }
    }
  };

  const answer = async (given: OperationRequest, place: Place | Around): Promise<void> => {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const parameters = parametersOf(given);
    const {
      limit,
      filter,
      shaping,
      radius,
      isClipped,
      relation,
      isMeasured,
      nearest: count,
    } = collectFaults({
      ...searchReaders(parameters),
      clustering: () => assertNotClustered(parameters),
      radius: () => parseRadius(parameters),
      isClipped: () => parseAreaClip(parameters),
      relation: () => parseRelation(parameters),
      isMeasured: () => parameters.flag('distance') === true,
      nearest: () => parseNearestCount(parameters, 'kind' in place ? place : undefined),
    });
    const caller = hubCallers.of(request);
    const content = await state.execute(caller, spaceId);
    assertHead(parameters, content.head.version);
    const limited = new LimitedRead(response);
    const { cancellation } = limited;
    const turn = turnOf(response, cancellation);
    await large.admit(response, turn, mostOfOne(content.head.summary), count);
    const { geometry, text } = 'kind' in place ? await around(caller, place, turn) : place;
    const tag = contentTag(content, addressText(given), text);
    if (request.method !== 'POST' && isNotModified(request, response, tag)) return;
    if (count !== undefined && geometry.type === 'Point') {
      const [longitude, latitude] = geometry.coordinates;
      if (longitude === undefined || latitude === undefined) throw new Error('a point that has been read');
      const finding = nearest.execute(caller, spaceId, {
        point: [longitude, latitude],
        limit: count,
        filter,
        cancellation,
        state: content,
        maxDistanceInMeters: parameters.text('radius') === undefined ? undefined : radius,
      });
      const near = await limited.of(finding);
      const shape = threads.shaper(shaping, turn);
      await sendCollection(response, nearChunks(near), { shape, tag });
      return;
    }
    const spatial = { geometry, relation, radiusInMeters: radius };
    const clipArea = isClipped ? clipAreaOf(checkedGeometry(geometry), radius) : undefined;
    const searching = search.execute(caller, spaceId, {
      limit,
      filter,
      spatial,
      cancellation,
      state: content,
    });
    const chunks = limited.each(await limited.of(searching));
    const distanceTo = isMeasured ? geometry : undefined;
    const shape = threads.shaper({ ...shaping, clipArea, distanceTo }, turn);
    await sendCollection(response, chunks, { shape, tag });
  };

  return {
    getFeaturesAround: compressed(async (given) => {
      const parameters = parametersOf(given);
      const { place } = collectFaults({
        ...searchReaders(parameters),
        place: () => parsePlace(parameters),
        radius: () => parseRadius(parameters),
      });
      await answer(given, place);
    }),
    postFeaturesAround: compressed(async (given) => {
      const { request, response } = given;
      const parameters = parametersOf(given);
      collectFaults({ ...searchReaders(parameters), radius: () => parseRadius(parameters) });
      const chunks: Buffer[] = [];
      for await (const chunk of readBytes(request, {
        maxBytes: MAX_GEOMETRY_BYTES,
        memory: memory.hold(response),
      }))
        chunks.push(chunk);
      const text = textOf(Buffer.concat(chunks));
      await answer(given, { geometry: checkedGeometry(jsonOf(text)), text });
    }),
  };
}

/** The features one by one, each with `distance` in its namespace, in metres. */
async function* nearChunks(near: readonly NearFeature[]): AsyncGenerator<FeatureChunk, void, undefined> {
  for (const { feature, distanceInMeters } of near) {
    const distance = Math.round(distanceInMeters * 1_000) / 1_000;
    yield { text: withKnown(featureText(feature), { distance }), count: 1, last: feature.id };
  }
}

function checkedGeometry(value: unknown): Geometry {
  const validation = validateGeometry(value, { maxVertices: MAX_COORDINATES });
  if (validation.ok) return validation.value;
  throw new InvalidInput(
    validation.faults.map(({ pointer, reason }) => ({
      pointer,
      code: 'invalid-geometry',
      detail: `\`${pointer === '' ? 'The geometry' : pointer}\` ${reason}.`,
    })),
  );
}

/** @throws {InvalidInput} for a feature without a geometry. */
function geometryOf(text: string): Geometry {
  const { geometry } = JSON.parse(text) as { readonly geometry: Geometry | null };
  if (geometry !== null) return geometry;
  throw InvalidInput.of('no-geometry', 'The reference feature has no geometry.');
}

/** @throws {InvalidInput} if the space of a reference feature is missing. */
function asMissingReference(error: unknown): never {
  if (!(error instanceof SpaceNotFound)) throw error;
  throw new InvalidInput([{ pointer: '/refSpaceId', code: error.code, detail: error.message }]);
}
