export type ImportFormat = 'ndjson' | 'geojson-seq' | 'geojson';

const RECORD_SEPARATOR = '\u001e';

/** What a file of features is made of, by its name and its beginning; `undefined` if it is none. */
export async function formatOf(file: File): Promise<ImportFormat | undefined> {
  const start = (await file.slice(0, 4_096).text()).trimStart();
  if (start.startsWith(RECORD_SEPARATOR)) return 'geojson-seq';
  if (!start.startsWith('{')) return undefined;
  if (/\.(?:ndjson|jsonl|geojsonl|geojsons)$/i.test(file.name)) return 'ndjson';
  const [line = ''] = start.split('\n', 1);
  return /"type"\s*:\s*"FeatureCollection"/.test(start) || !isJson(line) ? 'geojson' : 'ndjson';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
