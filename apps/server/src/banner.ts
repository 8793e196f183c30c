interface Start {
  readonly baseUrl: string;
  /** Where the server itself listens, which differs where a proxy stands before it. */
  readonly listening: string;
  readonly secret: string | undefined;
}

/** What a newcomer needs to know once the server answers; the first key only where it was just made. */
export function banner({ baseUrl, listening, secret }: Start): string {
  const behind = listening === baseUrl ? '' : ` (listening at ${listening})`;
  const lines = ['', `  Cairn is at ${baseUrl}${behind}`, `  Docs are at ${baseUrl}/docs`, ''];
  if (secret !== undefined) {
    lines.push(
      '  Your first API key, shown this once; keep it:',
      `    ${secret}`,
      '',
      '  Try it with a photo of yours:',
      `    curl -H 'Authorization: Bearer ${secret}' -F file=@photo.jpg ${baseUrl}/api/upload`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}
