import { readFile } from 'node:fs/promises';

/** Pages of the documentation, by the library they use. */
export const libraries = ['MapLibre GL JS', 'Leaflet', 'OpenLayers'] as const;

export type MapLibrary = (typeof libraries)[number];

/** What a reader fills in. */
export interface Filling {
  readonly server: string;
  readonly space: string;
}

/** The page that the documentation has for a library, with the addresses of a server and a space filled in. */
export async function pageOf(library: MapLibrary, { server, space }: Filling): Promise<string> {
  const text = await readFile(new URL('../../../../docs/maps.md', import.meta.url), 'utf8');
  const start = text.indexOf(`\n${library}`);
  const [, code] = /```html\n(.*?)```/s.exec(text.slice(start)) ?? [];
  if (start === -1 || code === undefined) throw new Error(`docs/maps.md has no page for ${library}.`);
  return `<!doctype html>${code.replaceAll('http://127.0.0.1:8080', server).replaceAll('SPACE', space)}`;
}
