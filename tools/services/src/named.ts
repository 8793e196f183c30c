/** @throws {Error} when no server is named, with the command that starts one. */
export function named(variable: string): string {
  const value = process.env[variable] ?? '';
  if (value !== '') return value;
  throw new Error(
    `${variable} names no server. \`node tools/services/run.mjs npm test -- PATTERN\` starts one for the suites of that pattern.`,
  );
}
