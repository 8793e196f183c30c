import type { LayerStyle } from '../model/layer-style.js';
import type { Expression } from './expressions.js';

/** How features must be clustered for the layers of a style. */
export interface WantedCells {
  /** Hexagons of H3: their outlines, or points in their centres. */
  readonly geometry: 'outline' | 'centre';
  /** A member of `properties`, whose numbers each cell must have the average of, under this name. */
  readonly property?: string;
}

/** The cells that a style draws; nothing if it draws only features. */
export function cellsOf({ drawAs, color }: LayerStyle): WantedCells | undefined {
  if (drawAs !== 'clusters' && drawAs !== 'hexagons') return undefined;
  const geometry = drawAs === 'hexagons' ? 'outline' : 'centre';
  return color.by === 'class' || color.by === 'ramp' ? { geometry, property: color.property } : { geometry };
}

/** Where tiles have the figures of a cell, by their flat attributes. */
const FIGURES = 'properties.aggregation.';

/** How many features a cell has. */
export const COUNT: Expression = ['number', ['get', `${FIGURES}qty`], 1];

/** How many of its features have a number. */
export const countOf = (property: string | undefined): Expression =>
  property === undefined ? COUNT : ['number', ['get', `${FIGURES}${property}.qty`], 1];

/** The average of the numbers of a property. */
export const averageOf = (property: string): Expression => ['get', `${FIGURES}${property}.avg`];
