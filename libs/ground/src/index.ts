import type { GROUND_ICONS } from './recorded.js';

export { GROUND_ATTRIBUTION, GROUND_LAYERS, GROUND_ZOOMS } from './tiles.js';
export type { GroundField, GroundTileLayer } from './tiles.js';
export { GROUND_COLORS } from './colors.js';
export type { GroundColors, GroundTheme } from './colors.js';
export { GROUND_FONTS, GROUND_GLYPH_RANGES, GROUND_ICONS, GROUND_VERSION } from './recorded.js';
export type { GroundFont, GroundFontFace } from './font.js';
export { groundLayers } from './layers.js';
export type { GroundParts } from './layers.js';
export { groundStyle } from './style.js';
export type { GroundStyle, GroundStyleOptions } from './style.js';
export { GROUND_SOURCE } from './layer.js';
export type { GroundLayer, GroundLook } from './layer.js';

/** The name of an icon. */
export type GroundIcon = (typeof GROUND_ICONS)[number];
