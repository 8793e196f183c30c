/** Parses a list of strings stored as JSON. */
export function parseStringList(json: string): readonly string[] {
  const texts: unknown = JSON.parse(json);
  return Array.isArray(texts) ? texts.map(String) : [];
}
