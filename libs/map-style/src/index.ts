export {
  type CategoryColor,
  type CategoryIcon,
  type CategoryValue,
  type ClassMethod,
  type Color,
  type ColorByCategory,
  type ColorByClass,
  type ColorByRamp,
  type ColorRule,
  type DrawAs,
  type IconByCategory,
  type IconRule,
  type LabelRule,
  type LayerStyle,
  type OneColor,
  type OneIcon,
  type OneSize,
  type RampName,
  type SizeByRamp,
  type SizeRule,
  type Template,
  type Theme,
} from './model/layer-style.js';
export { type Popup, type PopupField, type PopupParts } from './model/popup.js';
export {
  type ColorEntry,
  type ColorLegend,
  type IconEntry,
  type IconLegend,
  type Legend,
  type SizeLegend,
} from './model/legend.js';
export { type StyleFault } from './model/style-fault.js';
