const FORMAT = 1;

/** The marker of a blob store that belongs to the installation. */
export function formatMarker(installation: string): string {
  return `${JSON.stringify({ format: FORMAT, installation })}\n`;
}

/** The installation that a marker names. A text of another form is kept as it is and matches no installation. */
export function parseMarker(text: string): string {
  const [, installation] = /^\{"format":1,"installation":"([0-9A-Za-z]{1,64})"\}\n?$/.exec(text) ?? [];
  return installation ?? text.trim();
}
