/**
 * Strings that stores handle wrongly: quotes, wildcards, escapes, characters outside the BMP, both forms of an
 * accent.
 */
export const unusualStrings: readonly string[] = [
  ' leading and trailing ',
  "Robert'); DROP TABLE images;--",
  '"quoted" `ticked`',
  '100%',
  'under_score',
  'back\\slash',
  '$1 :name ?',
  '{"json":[1,null]}',
  'tab\tand\nline',
  '海とカモメ',
  '🏝️👩‍👩‍👧',
  'caf\u00e9',
  'cafe\u0301',
  'İstanbul ß ſ',
  '\u202eright to left',
  'null',
  '0',
];
