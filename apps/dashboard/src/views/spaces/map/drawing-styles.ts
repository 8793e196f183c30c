import { palette } from './palette.ts';

/** How what is drawn and changed looks, in the colours of the theme. */
export function drawingStyles() {
  const { chosen, halo } = palette();
  const line = { lineStringColor: chosen, lineStringWidth: 3 } as const;
  const area = {
    fillColor: chosen,
    fillOpacity: 0.25,
    outlineColor: chosen,
    outlineWidth: 3,
  } as const;
  const end = {
    closingPointColor: chosen,
    closingPointWidth: 6,
    closingPointOutlineColor: halo,
    closingPointOutlineWidth: 2,
  } as const;
  return {
    point: { pointColor: chosen, pointWidth: 8, pointOutlineColor: halo, pointOutlineWidth: 2 },
    linestring: { ...line, ...end },
    polygon: { ...area, ...end },
    select: {
      selectedPointColor: chosen,
      selectedPointWidth: 9,
      selectedPointOutlineColor: halo,
      selectedPointOutlineWidth: 2,
      selectedLineStringColor: chosen,
      selectedLineStringWidth: 3,
      selectedPolygonColor: chosen,
      selectedPolygonFillOpacity: 0.25,
      selectedPolygonOutlineColor: chosen,
      selectedPolygonOutlineWidth: 3,
      selectionPointColor: halo,
      selectionPointWidth: 6,
      selectionPointOutlineColor: chosen,
      selectionPointOutlineWidth: 2,
      midPointColor: chosen,
      midPointWidth: 4,
      midPointOutlineColor: halo,
      midPointOutlineWidth: 1,
    },
  } as const;
}
