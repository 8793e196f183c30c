export type { LayerStyle } from './model/layer-style.js';
export type { Popup } from './model/popup.js';
export { layerStyleSchema } from './model/style-schema.js';
export { popupSchema } from './model/popup-schema.js';
