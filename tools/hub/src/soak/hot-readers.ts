import { percentile, Random, type ServerProcess } from '@cairn/harness';

const READERS = 4;
const BOX_DEGREES = 0.5;
const ZOOM = 6;
const MAX_TEXT = 300;

/** What readers were answered. */
export interface Answered {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers that are no success. */
  readonly faults: readonly string[];
}

/** Asks for boxes, for what is near, for single features and for tiles of these spaces in turn, while `work` is pending. */
export async function readWhile(
  server: ServerProcess,
  spaces: readonly string[],
  work: Promise<unknown>,
): Promise<Answered> {
  const [durations, faults]: [number[], string[]] = [[], []];
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  const from = performance.now();
  const get = async (path: string): Promise<string> => {
    const startedAt = performance.now();
    const answer = await server.fetch(path);
    const text = await answer.text();
    durations.push(performance.now() - startedAt);
    if (!answer.ok && !isTooLong(text))
      faults.push(`${path} was answered with ${answer.status}: ${text.slice(0, MAX_TEXT)}`);
    return text;
  };
  const read = async (_: unknown, index: number): Promise<void> => {
    const random = new Random(index);
    for (let turn = 0; !isOver; turn += 1) {
      const space = spaces[turn % spaces.length] ?? '';
      const place = { longitude: random.next() * 360 - 180, latitude: random.next() * 160 - 80 };
      const [near, box, tile] = pathsAt(space, place);
      const found = JSON.parse(await get(near)) as {
        readonly features?: readonly { readonly id: string }[];
      };
      await get(box);
      await get(tile);
      for (const { id } of found.features ?? [])
        await get(`/hub/spaces/${space}/features/${encodeURIComponent(id)}`);
    }
  };
  await Promise.all([over, ...Array.from({ length: READERS }, read)]);
  return {
    answers: durations.length,
    perSecond: (durations.length / (performance.now() - from)) * 1_000,
    p50Ms: percentile(durations, 50),
    p99Ms: percentile(durations, 99),
    faults: [...new Set(faults)],
  };
}

/** Three of the largest shapes are longer than an answer may be. */
const isTooLong = (text: string): boolean => text.includes('"code":"too-large"');

interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

function pathsAt(space: string, { longitude, latitude }: Place): readonly [string, string, string] {
  const hub = `/hub/spaces/${space}`;
  const [west, south] = [Math.max(-180, longitude - BOX_DEGREES), latitude - BOX_DEGREES];
  const [east, north] = [Math.min(180, longitude + BOX_DEGREES), latitude + BOX_DEGREES];
  const side = 2 ** ZOOM;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const x = Math.min(side - 1, Math.floor((longitude / 360 + 0.5) * side));
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
  return [
    `${hub}/spatial?lat=${latitude}&lon=${longitude}&nearest=3`,
    `${hub}/bbox?west=${west}&south=${south}&east=${east}&north=${north}&limit=100`,
    `/tiles/${space}/${ZOOM}/${x}/${y}.mvt`,
  ];
}
