export { layerStyleSchema } from './model/style-schema.js';
export { popupSchema } from './model/popup-schema.js';
