/** GeoJSON as it can be stored while it is sent. */
export type PlainFormat = 'ndjson' | 'geojson-seq' | 'geojson';

const RECORD_SEPARATOR = '\u001e';

/** The kind of GeoJSON of a file, by its name and its first bytes; `undefined` if it is none. */
export async function plainFormatOf(file: File): Promise<PlainFormat | undefined> {
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

/** The features of a file in its order, each as a text. Reads all of it. @throws {SyntaxError} */
export async function featureTexts(file: File): Promise<readonly string[]> {
  const text = await file.text();
  const format = await plainFormatOf(file);
  if (format === 'ndjson') return text.split('\n').filter((line) => line.trim() !== '');
  if (format === 'geojson-seq') return text.split(RECORD_SEPARATOR).filter((record) => record.trim() !== '');
  const { features = [] } = JSON.parse(text) as { readonly features?: readonly unknown[] };
  return features.map((feature) => JSON.stringify(feature));
}
