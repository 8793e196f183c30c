/** Texts for imports and exports of features. */
export const imports = {
  title: 'Import features',
  again:
    'Choose what to do with it. The file is imported again: what is already stored stays as it is, except features without an id, which are added again.',
  background: 'It continues if you close this.',
  done: 'Done',
  download: 'Download these features',
  downloadText: 'Fix these and import them again: one feature per line.',
  drop: 'Drop a file here, or choose one',
  dropText: 'CSV, Excel, GeoJSON, GPX, KML, Shapefile as a ZIP, GeoPackage and more.',
  ended: (file: string, parts: string) => `${file}: ${parts}`,
  failed: 'Refused',
  faults: (shown: number, all: number) =>
    shown < all ? `The first ${shown} of ${all} refused features` : 'Refused features',
  inserted: 'Added',
  into: (file: string, space: string) => `${file} into ${space}`,
  merged: 'Merged',
  numbered: 'Numbered',
  repeated: (id: string) => `The id “${id}” appears twice in the file.`,
  repeatedIds: 'If an id appears twice',
  rules: {
    stop: 'Stop and ask',
    last: 'Keep the last one',
    number: 'Number them',
  },
  sent: (sent: string, all: string, stored: string) => `${sent} of ${all} sent, ${stored}`,
  stop: 'Stop',
  stopped: 'You stopped the import. What was stored until then stays.',
  stored: (count: string) => `${count} features stored`,
  unmodified: 'Unchanged',
  updated: 'Changed',
};

export const exports = {
  done: (file: string, count: string) => `${file}: ${count} features exported`,
  failed: (file: string, why: string) => `${file} was not exported. ${why}`,
  running: (file: string, count: string) => `${file}: ${count} features`,
  stopped: (file: string) => `You stopped the export of ${file}.`,
};
