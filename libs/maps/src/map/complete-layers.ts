import type { LayerStyle } from '@cairn/map-style';
import { rightsOn, type Caller } from '@cairn/spaces';
import { suggestedLayer } from './default-map.js';
import { findSpace, type MapPorts } from './find-map.js';
import { asTitle } from './parse-map.js';
import type { CompleteLayer, NewLayer } from './parse-layer.js';

/** Of a space that the caller may not read, whose layer is refused later. */
const PLAIN: LayerStyle = { color: { by: 'one', color: '#2a6f97' } };

/** The layers with what is missing: the title of their space, and the style and popup that its features suggest. */
export async function completeLayers(
  ports: Pick<MapPorts, 'spaces' | 'features' | 'styles'>,
  caller: Caller,
  layers: readonly NewLayer[],
): Promise<readonly CompleteLayer[]> {
  const complete: CompleteLayer[] = [];
  for (const layer of layers) {
    const { title, style } = layer;
    if (title !== undefined && style !== undefined) complete.push({ ...layer, title, style });
    else
      complete.push({
        title: asTitle(layer.space),
        style: PLAIN,
        ...(await suggested(ports, caller, layer)),
        ...given(layer),
      });
  }
  return complete;
}

const given = ({ title, style, ...layer }: NewLayer) => ({
  ...layer,
  ...(title !== undefined && { title }),
  ...(style !== undefined && { style }),
});

async function suggested(
  { spaces, features, styles }: Pick<MapPorts, 'spaces' | 'features' | 'styles'>,
  caller: Caller,
  { space: id, style, popup }: NewLayer,
) {
  const space = await findSpace(spaces, id);
  if (space === undefined || !rightsOn(caller, space).includes('readFeatures')) return {};
  const suggestion = await styles.execute(space, await features.statistics(space.id));
  const layer = suggestedLayer(space, suggestion);
  return {
    title: layer.title,
    style: layer.style,
    ...(style === undefined && popup === undefined && { popup: layer.popup }),
  };
}
