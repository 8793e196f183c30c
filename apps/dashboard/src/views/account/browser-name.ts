const browsers = [
  ['Edge', /Edg\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
  ['curl', /^curl\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** The browser and operating system in a `User-Agent`, such as `Firefox on Linux`; the beginning of an unknown one. */
export function browserOf(userAgent: string, joined: (browser: string, system: string) => string): string {
  const [browser, system] = [browsers, systems].map(
    (list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  if (browser !== undefined && system !== undefined) return joined(browser, system);
  return browser ?? system ?? (userAgent.slice(0, 40) || '–');
}
