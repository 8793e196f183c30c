/** Reads a list of texts from the JSON it is stored as. */
export function parseStringList(json: string): readonly string[] {
  const texts: unknown = JSON.parse(json);
  return Array.isArray(texts) ? texts.map(String) : [];
}
