/** Texts for imports and exports of features. */
export const enTransfers = {
  imports: {
    title: 'Import features',
    again:
      'Choose what is done with it. The file is imported again: what is stored already stays as it is, but for features without an id, which come again.',
    background: 'It goes on if you close this.',
    done: 'Done',
    download: 'Download them',
    downloadText: 'Mend it and import it again: a line for each feature.',
    drop: 'Drop a file here, or choose one',
    dropText: 'GeoJSON, or GeoJSON on lines (NDJSON). Any size.',
    ended: (file: string, parts: string) => `${file}: ${parts}`,
    failed: 'Refused',
    faults: (shown: number, all: number) =>
      shown < all ? `The first ${shown} of ${all} that were refused` : 'What was refused',
    inserted: 'Added',
    into: (file: string, space: string) => `${file} into ${space}`,
    merged: 'Merged',
    notGeoJson: (name: string) => `“${name}” is not GeoJSON.`,
    numbered: 'Numbered',
    position: (position: string) => `Feature ${position}`,
    repeated: (id: string, position: string) => `The id “${id}” comes twice, again at feature ${position}.`,
    repeatedIds: 'If an id comes twice',
    rules: {
      stop: 'Stop and ask',
      last: 'Keep the last one',
      number: 'Number them',
    } as Readonly<Record<'stop' | 'last' | 'number', string>>,
    sent: (sent: string, all: string, stored: string) => `${sent} of ${all} sent, ${stored}`,
    stop: 'Stop',
    stopped: 'You stopped the import. What was stored until then stays.',
    stored: (count: string) => `${count} features stored`,
    unmodified: 'Unchanged',
    updated: 'Changed',
  },
  exports: {
    done: (file: string, count: string) => `${file}: ${count} features exported`,
    failed: (file: string, why: string) => `${file} was not exported. ${why}`,
    running: (file: string, count: string) => `${file}: ${count} features`,
    stopped: (file: string) => `You stopped the export of ${file}.`,
  },
};
