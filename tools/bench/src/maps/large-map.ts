import { openAsBlob } from 'node:fs';
import type { ServerProcess } from '@cairn/harness';
import type { BenchEnvironment } from '../bench-environment.js';

/** Three layers as people make them: classes, icons by category with labels, and hexagons. */
const STYLES = [
  {
    color: {
      by: 'class',
      property: 'elevation',
      method: 'quantiles',
      ramp: 'Viridis',
      breaks: [750, 1_500, 2_250],
    },
  },
  {
    color: { by: 'one', color: '#2a6f97' },
    icon: { by: 'category', property: 'kind', icons: [{ value: 'hut', icon: 'lodging' }], other: 'circle' },
    label: { property: 'name', minZoom: 6 },
  },
  { color: { by: 'one', color: '#a33c2a' }, drawAs: 'hexagons' },
] as const;

/** A map of spaces with as many features as there are, and where people see it. */
export interface LargeMap {
  /** The address of the page of a link to it. */
  readonly link: string;
  /** Addresses of vector tiles of its layers, with the secret of the link, with `{z}`, `{x}` and `{y}`. */
  readonly tiles: readonly string[];
}

interface Style {
  readonly sources: Readonly<Record<string, { readonly type: string; readonly tiles?: readonly string[] }>>;
}

/** Makes three spaces of `features` together, and a map with a layer of each. */
export async function makeLargeMap(
  environment: BenchEnvironment,
  server: ServerProcess,
  features: number,
): Promise<LargeMap> {
  const file = await environment.writeFeatures(Math.ceil(features / STYLES.length));
  const layers: object[] = [];
  for (const [index, style] of STYLES.entries()) {
    const space = `large-${index}`;
    await server.request('POST', '/hub/spaces', { id: space, title: `Layer ${index}` });
    const response = await server.fetch(`/hub/spaces/${space}/features`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: await openAsBlob(file),
    });
    if (!response.ok) throw new Error(await response.text());
    layers.push({ title: `Layer ${index}`, space, style, popup: { title: '{name}' } });
  }
  const view = { longitude: 0, latitude: -60, zoom: 3 };
  const { id } = await server.json<{ readonly id: string }>('POST', '/api/maps', {
    title: 'Large',
    layers,
    view,
  });
  const { url: link } = await server.json<{ readonly url: string }>('POST', '/api/links', {
    resource: { type: 'map', id },
  });
  const secret = new URL(link).pathname.split('/').at(-1) ?? '';
  const { sources } = await server.json<Style>('GET', `/api/maps/${id}/style.json?access_token=${secret}`);
  const tiles = Object.entries(sources).flatMap(([name, source]) =>
    name.includes(':') ? (source.tiles ?? []) : [],
  );
  return { link, tiles };
}
