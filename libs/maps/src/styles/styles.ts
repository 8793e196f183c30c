import { type Fault, InvalidInput } from '@cairn/kernel';
import {
  cellsOf,
  popupFaults,
  styleFaults,
  type LayerStyle,
  type Popup,
  type StyleFault,
} from '@cairn/map-style';
import type { Clustering } from '@cairn/spaces';

/** The style, if it is one. @throws {InvalidInput} with all faults. */
export function parseStyle(style: LayerStyle): LayerStyle {
  InvalidInput.throwIfAny(styleFaults(style).map(faultOf));
  return style;
}

/** The popup, if it is one. @throws {InvalidInput} with all faults. */
export function parsePopup(popup: Popup): Popup {
  InvalidInput.throwIfAny(popupFaults(popup).map(faultOf));
  return popup;
}

const faultOf = ({ pointer, reason }: StyleFault): Fault => ({
  pointer,
  code: 'invalid-style',
  detail: pointer === '' ? `It ${reason}.` : `\`${pointer.slice(1)}\` ${reason}.`,
});

/** How the features become the cells that a style draws, if it draws any. */
export function clusteringOf(style: LayerStyle): Clustering | undefined {
  const cells = cellsOf(style);
  if (cells === undefined) return undefined;
  const { geometry, property } = cells;
  const hexagons = { kind: 'hexbin', geometry, position: 'middle' } as const;
  if (property === undefined) return hexagons;
  return { ...hexagons, property: { name: property, path: ['properties', property] } };
}
