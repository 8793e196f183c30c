import type { ServerProcess } from '@cairn/harness';
import { draw, type Capture, type Landscape } from './landscape.js';

interface Photo {
  readonly name: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly landscape: Landscape;
  readonly capture: Capture;
}

const skies = {
  dawn: ['#3b4a7a', '#c98aa0', '#f6d0a6', '#2a2f45'],
  day: ['#3f7fb8', '#9cc9e4', '#e4f0ee', '#1f4a44'],
  dusk: ['#2b2350', '#a4506e', '#f59f62', '#1d1a33'],
  mist: ['#8fa3ab', '#c4d0d0', '#eceee8', '#4a5d5e'],
  night: ['#0b1430', '#1f3560', '#55719a', '#080d1c'],
  autumn: ['#5b8aa6', '#cfdcd2', '#f3e0b8', '#7a3d1c'],
} as const;

const camera = ['FUJIFILM', 'X-T5'] as const;

const days = {
  'norway/2025': ['2025:06:14'],
  'alps/autumn': ['2025:10:04'],
  'alps/summer': ['2026:07:12', '2026:07:11'],
} as const;

/** Drawn photos in folders. */
const photos: readonly Photo[] = [
  photo('fjord.jpg', ['norway/2025', 'sea', 'summer'], { seed: 71, sky: 'mist', water: 0.66 }),
  photo('harbour-night.jpg', ['norway/2025', 'sea', 'night'], { seed: 12, sky: 'night', water: 0.7 }),
  photo('skagen.jpg', ['norway/2025', 'sea', 'dusk'], { seed: 33, sky: 'dusk', water: 0.6 }),
  photo('larches.jpg', ['alps/autumn', 'forest', 'autumn'], { seed: 94, sky: 'autumn' }),
  photo('pass-road.jpg', ['alps/autumn', 'autumn'], { seed: 55, sky: 'mist' }),
  photo('valley.jpg', ['alps/autumn', 'autumn', 'village'], { seed: 46, sky: 'day' }),
  photo('ridge-at-dusk.jpg', ['alps/summer', 'summit', 'dusk'], { seed: 27, sky: 'dusk' }),
  photo('blue-hour.jpg', ['alps/summer', 'night'], { seed: 81, sky: 'night' }),
  photo('hut-morning.jpg', ['alps/summer', 'hut', 'dawn'], { seed: 19, sky: 'dawn' }),
  photo('meadow.jpg', ['alps/summer', 'summer'], { seed: 60, sky: 'day' }),
  photo('larch-lake.jpg', ['alps/summer', 'lake', 'autumn'], { seed: 22, sky: 'autumn', water: 0.64 }),
  photo('first-light.jpg', ['alps/summer', 'summit', 'dawn'], { seed: 43, sky: 'dawn' }),
  photo('far-peaks.jpg', ['alps/summer', 'summit', 'summer'], { seed: 38, sky: 'mist' }),
  photo('evening-lake.jpg', ['alps/summer', 'lake', 'dusk'], { seed: 14, sky: 'dusk', water: 0.62 }),
  photo('mountain-lake.jpg', ['alps/summer', 'lake', 'summer'], { seed: 88, sky: 'day', water: 0.66 }),
];

function photo(
  name: string,
  [folder, ...tags]: readonly [folder: keyof typeof days, ...tags: string[]],
  { seed, sky, water }: { readonly seed: number; readonly sky: keyof typeof skies; readonly water?: number },
): Photo {
  const light = [0.2 + (seed % 60) / 100, 0.14 + (seed % 17) / 100] as const;
  return {
    name,
    folder,
    tags,
    landscape: { seed: seed * 7_919, colours: skies[sky], ridges: 5, light, ...(water && { water }) },
    capture: { camera, time: timeOf(folder, seed), position: placeOf(folder, seed) },
  };
}

/** Of each folder a day or two, so that days have several photos. */
function timeOf(folder: keyof typeof days, seed: number): string {
  const [first, last = first] = days[folder];
  const minute = String(10 + (seed % 50));
  return `${seed % 2 === 0 ? first : last} ${seed % 3 === 0 ? '07' : '18'}:${minute}:33`;
}

/** Somewhere in the Alps, or on the coast of Norway. */
function placeOf(folder: string, seed: number): readonly [latitude: number, longitude: number] {
  const [along, across] = [(seed * 37) % 100, (seed * 53) % 10];
  return folder.startsWith('norway')
    ? [58.5 + along / 11, 5.5 + along / 11 + across / 10]
    : [45.9 + across / 10 + along / 100, 6.9 + along / 20];
}

/** Uploads the photos, the newest one last. */
export async function uploadPhotos(server: ServerProcess): Promise<void> {
  for (const { name, folder, tags, landscape, capture } of photos) {
    const bytes = await draw(landscape, capture);
    await server.upload({ bytes, path: folder, name, tags: tags.join() });
  }
}
