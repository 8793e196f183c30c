interface Start {
  readonly baseUrl: string;
  /** Where the server itself listens, which differs where a proxy stands before it. */
  readonly listening: string;
  /** The first key, where this start made it. */
  readonly firstKey: string | undefined;
  /** Whether that key came from the settings, and so is known already. */
  readonly given: boolean;
}

/** What a newcomer needs to know once the server answers. */
export function banner({ baseUrl, listening, firstKey, given }: Start): string {
  const behind = listening === baseUrl ? '' : ` (listening at ${listening})`;
  const lines = ['', `  Cairn is at ${baseUrl}${behind}`, `  Docs are at ${baseUrl}/docs`, ''];
  if (firstKey !== undefined && !given) {
    lines.push('  Your first API key, shown this once; keep it:', `    ${firstKey}`, '');
  }
  if (firstKey !== undefined) {
    const key = given ? '$CAIRN_BOOTSTRAP_KEY' : firstKey;
    lines.push(
      '  Try it with a photo of yours:',
      `    curl -H "Authorization: Bearer ${key}" -F file=@photo.jpg ${baseUrl}/api/upload`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}
