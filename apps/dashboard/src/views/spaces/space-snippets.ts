import type { Tiles } from '@cairn/client';

/** Code that shows a space on a map of another page. */
export function spaceSnippets(spaceId: string, tiles: Tiles): readonly { name: string; text: string }[] {
  const maplibre = `const map = new maplibregl.Map({
  container: 'map',
  style: '${tiles.style(spaceId)}',
});`;
  const leaflet = `// With the plugin Leaflet.VectorGrid.
L.vectorGrid
  .protobuf('${tiles.mvt(spaceId)}')
  .addTo(map);`;
  const qgis = `# Layer > Add Layer > Add Vector Tile Layer
${tiles.mvt(spaceId)}`;
  return [
    { name: 'MapLibre', text: maplibre },
    { name: 'Leaflet', text: leaflet },
    { name: 'QGIS', text: qgis },
  ];
}
