/** A part of a template: a text as it is, or the value of a property. */
export type TemplatePart = { readonly text: string } | { readonly property: string };

const PIECE = /\{\{|\}\}|\{[^{}]+\}|[{}]/g;

/** The parts of a template. Braces that are not in pairs are texts. */
export function templateParts(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  let end = 0;
  for (const { 0: piece, index } of template.matchAll(PIECE)) {
    text += template.slice(end, index);
    end = index + piece.length;
    if (piece.length < 3) {
      text += piece.charAt(0);
      continue;
    }
    if (text !== '') parts.push({ text });
    text = '';
    parts.push({ property: piece.slice(1, -1) });
  }
  text += template.slice(end);
  return text === '' ? parts : [...parts, { text }];
}

/** Whether each brace of the template has its other. */
export function isTemplate(template: string): boolean {
  return [...template.matchAll(PIECE)].every(([piece]) => piece.length > 1);
}

/** The properties that a template names, in their order, each once. */
export function templateProperties(template: string): readonly string[] {
  const names = templateParts(template).flatMap((part) => ('property' in part ? [part.property] : []));
  return [...new Set(names)];
}
