interface BannerOptions {
  readonly baseUrl: string;
  /** Where the server listens. Differs from `baseUrl` behind a proxy. */
  readonly listening: string;
  /** The first key, if this start created it. */
  readonly firstKey: string | undefined;
  /** Whether that key came from the settings. It is then not printed. */
  readonly given: boolean;
  /** The token of the set-up link, as long as nobody can sign in. */
  readonly setupToken: string | undefined;
}

/** The message printed once the server is running: its URLs, the set-up link, the first key and a command to try it. */
export function banner({ baseUrl, listening, firstKey, given, setupToken }: BannerOptions): string {
  const behind = listening === baseUrl ? '' : ` (listening at ${listening})`;
  const lines = ['', `  Cairn is at ${baseUrl}${behind}`, `  Docs are at ${baseUrl}/docs`, ''];
  if (setupToken !== undefined) {
    lines.push(
      '  No one can sign in yet. Create the first user with this link (valid once, for one day):',
      `    ${baseUrl}/setup#${setupToken}`,
      '',
    );
  }
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
