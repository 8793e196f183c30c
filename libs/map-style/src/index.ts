export { type Ramp, type RampName, RAMPS } from './colors/ramps.js';
export { type CategorySetName, CATEGORY_SETS } from './colors/category-sets.js';
export { type Theme, type ThemeColors, THEME_COLORS } from './colors/themes.js';
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
  type SizeByRamp,
  type SizeRule,
  type Template,
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
export { popupFaults, type StyleFault, styleFaults } from './model/style-faults.js';
export { classBreaks } from './classes/class-breaks.js';
export { legendOf, type ValueCount } from './legend/legend-of.js';
export { cellsOf, type WantedCells } from './layers/cells.js';
export { type Expression } from './layers/expressions.js';
export { type LayerPlace, type Shape, type StyleLayer } from './layers/style-layer.js';
export { CLUSTERS_END, styleLayers } from './layers/style-layers.js';
export { popupOf } from './popup/popup-of.js';
export { columnsOf, rowOf, type TableRow } from './popup/columns-of.js';
export { propertiesOf } from './properties/properties-of.js';
export {
  type PropertyStatistics,
  type SampledFeature,
  type SampleStatistics,
  statisticsOf,
} from './suggest/statistics.js';
export { type Suggestion, suggestStyle } from './suggest/suggest-style.js';
