import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FONTS = [
  { name: 'Noto Sans Regular', weight: 400, source: '400Regular/NotoSans_400Regular.ttf' },
  { name: 'Noto Sans Bold', weight: 700, source: '700Bold/NotoSans_700Bold.ttf' },
];
/** Each begins 256 characters: Latin, Greek, Cyrillic, Latin with two marks, old Greek, punctuation, signs. */
const RANGES = [0, 256, 512, 768, 1024, 1280, 7680, 7936, 8192, 8448];
/** Parts of the files for browsers, those with the fewest characters first: of two that have a character, the first is used. */
const PARTS = ['latin', 'greek', 'cyrillic', 'vietnamese', 'greek-ext', 'cyrillic-ext', 'latin-ext'];

const rangeOf = (start) => `${start}-${start + 255}`;

/** Writes the fonts into `folder`: glyphs for every program, and files that browsers draw with. Returns what the library tells of them. */
export async function makeFonts(folder, { require }) {
  const range = promisify(require('fontnik').range);
  const parts = require('@fontsource/noto-sans/unicode.json');
  for (const { name, source } of FONTS) {
    const font = readFileSync(require.resolve(`@expo-google-fonts/noto-sans/${source}`));
    mkdirSync(join(folder, name), { recursive: true });
    for (const start of RANGES) {
      const glyphs = await range({ font, start, end: start + 255 });
      writeFileSync(join(folder, name, `${rangeOf(start)}.pbf`), glyphs);
    }
  }
  const fonts = FONTS.map(({ name, weight }) => ({
    name,
    faces: PARTS.map((part) => {
      const file = `noto-sans-${part}-${weight}.woff2`;
      cpSync(
        require.resolve(`@fontsource/noto-sans/files/noto-sans-${part}-${weight}-normal.woff2`),
        join(folder, file),
      );
      return { file, ranges: parts[part].split(',') };
    }),
  }));
  cpSync(require.resolve('@expo-google-fonts/noto-sans/LICENSE_FONT'), join(folder, 'OFL.txt'));
  return { fonts, ranges: RANGES.map(rangeOf) };
}
