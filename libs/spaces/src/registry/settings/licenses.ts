/** The licences that a space can name, by their identifiers in XYZ Hub. */
export const licenses = [
  ...['AFL-3.0', 'Apache-2.0', 'Artistic-2.0', 'BSL-1.0', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['BSD-3-Clause-Clear', 'CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'WTFPL', 'ECL-1.0', 'ECL-2.0'],
  ...['EUPL-1.1', 'AGPL-3.0-only', 'GPL-2.0-only', 'GPL-3.0-only', 'LGPL-2.1-only', 'LGPL-3.0-only'],
  ...['ISC', 'LPPL-1.3c', 'MS-PL', 'MIT', 'MPL-2.0', 'OSL-3.0', 'PostgreSQL', 'OFL-1.1', 'NCSA'],
  ...['Unlicense', 'Zlib', 'ODbL-1.0'],
] as const;

export type License = (typeof licenses)[number];
