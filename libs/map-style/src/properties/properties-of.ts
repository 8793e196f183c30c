import type { LayerStyle } from '../model/layer-style.js';
import type { Popup } from '../model/popup.js';
import { templateProperties } from '../text/template.js';

/**
 * The members of `properties` that a layer and its popup need, sorted, each once: all that a map has to give of its
 * features.
 */
export function propertiesOf(style: LayerStyle, popup: Popup = {}): readonly string[] {
  const names = [...namesOfStyle(style), ...namesOfPopup(popup)];
  return [...new Set(names)].sort();
}

function namesOfStyle({ color, size, width, icon, label }: LayerStyle): readonly string[] {
  const rules = [color, size, width, icon, label?.priority];
  const named = rules.flatMap((rule) => (rule !== undefined && 'property' in rule ? [rule.property] : []));
  const labelled = label?.property === undefined ? [] : [label.property];
  return [...named, ...labelled, ...templateProperties(label?.template ?? '')];
}

function namesOfPopup({
  title = '',
  template = '',
  picture = '',
  link = '',
  fields = [],
}: Popup): readonly string[] {
  const templates = [title, template, picture, link];
  return [...templates.flatMap(templateProperties), ...fields.map(({ property }) => property)];
}
