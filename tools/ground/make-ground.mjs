import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { makeFonts } from './fonts.mjs';
import { ICONS } from './icons.mjs';
import { fetchInputs } from './inputs.mjs';
import { makeSprites } from './sprite.mjs';
import { countryCodes, readCountries } from './states.mjs';
import { makeTiles } from './tiles.mjs';
import { versionOf } from './version.mjs';

const declared = (comment, name, type, value) =>
  `/** ${comment} */\nexport const ${name}${type} = ${JSON.stringify(value)}${type === '' ? ' as const' : ''};\n`;

/** The module in which the library has what is known when the assets are made. */
async function moduleOf({ version, countries, fonts, ranges }) {
  const text = [
    "// Written by `npm run ground`.\nimport type { GroundFont } from './font.js';\n",
    declared(
      'Changes with every byte of the assets: in an address, it lets an answer be cached for ever.',
      'GROUND_VERSION',
      ': string',
      version,
    ),
    declared(
      'ISO 3166-1 codes of the countries that have a name on the map.',
      'COUNTRY_CODES',
      ': readonly string[]',
      countries,
    ),
    declared(
      'The icons of the sheets. Each has one colour, which a style gives it by `icon-color` and `icon-halo-color`.',
      'GROUND_ICONS',
      '',
      ICONS.map(({ name }) => name),
    ),
    declared('The fonts of `assets/fonts`.', 'GROUND_FONTS', ': readonly GroundFont[]', fonts),
    declared(
      'The ranges of characters that the glyphs have, as `{range}` of a style: Latin, Greek, Cyrillic, punctuation.',
      'GROUND_GLYPH_RANGES',
      ': readonly string[]',
      ranges,
    ),
  ].join('\n');
  const options = await resolveConfig(new URL(import.meta.url));
  return await format(text, { ...options, parser: 'typescript' });
}

/** Makes `assets` and `src/recorded.ts` of the library in `folder`. What was there is replaced. */
export async function makeGround(folder) {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-ground-'));
  try {
    const inputs = await fetchInputs(scratch);
    const assets = join(folder, 'assets');
    rmSync(assets, { recursive: true, force: true });
    mkdirSync(join(assets, 'fonts'), { recursive: true });
    const countries = await readCountries(inputs.files);
    copyFileSync(await makeTiles(scratch, { inputs, countries }), join(assets, 'ground.pmtiles'));
    const made = await makeFonts(join(assets, 'fonts'), inputs);
    await makeSprites(assets, inputs);
    const facts = { version: versionOf(assets), countries: countryCodes(countries), ...made };
    mkdirSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'src/recorded.ts'), await moduleOf(facts));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
