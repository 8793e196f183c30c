import { SaxesParser } from 'saxes';
import { NAMESPACES, PREFIXES, type XmpName } from './xmp-names.js';

/** Real packets have ten levels at most. Names are looked up through all of them. */
const MAX_DEPTH = 64;
/** Elements and attributes. Real packets have some hundred, and a few thousand with the history of an editor. */
const MAX_PARTS = 10_000;
/** Of one property. Real ones have some hundred keywords. */
const MAX_VALUES = 1_000;

const ROOT = `${NAMESPACES.rdf}RDF`;
const DESCRIPTION = `${NAMESPACES.rdf}Description`;
const ITEM = `${NAMESPACES.rdf}li`;

/** The properties of a packet: texts, or the items of lists. */
export class XmpProperties {
  private readonly values = new Map<string, string[]>();

  add(name: string, text: string): void {
    const value = text.trim();
    if (value === '') return;
    const values = this.values.get(name) ?? [];
    if (values.length < MAX_VALUES) values.push(value);
    this.values.set(name, values);
  }

  all(name: XmpName): readonly string[] {
    return this.values.get(name) ?? [];
  }

  /** The first text of the first of these properties that the packet has. */
  first(...names: readonly XmpName[]): string | undefined {
    return names.map((name) => this.all(name)[0]).find((text) => text !== undefined);
  }
}

/**
 * Reads the properties of an XMP packet. One is an attribute of its description or an element in it; those in structures are left out. Only
 * the entities of XML itself are known, so that a packet can neither refer to files nor expand.
 * @throws {Error} if it is not well-formed.
 */
export function propertiesIn(packet: string): XmpProperties {
  const properties = new XmpProperties();
  const parser = new SaxesParser({ xmlns: true });
  const open: string[] = [];
  let written = '';
  let parts = 0;
  // Some programs leave out the last slash of a namespace.
  const nameOf = (uri: string, local: string): string =>
    `${PREFIXES.get(uri) ?? PREFIXES.get(`${uri}/`) ?? uri}:${local}`;
  const names: string[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  const count = (): void => {
    parts += 1;
    if (open.length >= MAX_DEPTH || parts > MAX_PARTS)
      throw new Error('It is nested too deeply, or has too many parts.');
  };
  parser.on('opentagstart', count);
  parser.on('attribute', count);
  parser.on('opentag', ({ uri, local, attributes }) => {
    const isDescription = uri + local === DESCRIPTION && open.at(-1) === ROOT;
    open.push(uri + local);
    names.push(nameOf(uri, local));
    written = '';
    if (!isDescription) return;
    for (const attribute of Object.values(attributes))
      properties.add(nameOf(attribute.uri, attribute.local), attribute.value);
  });
  parser.on('text', (part) => (written += part));
  parser.on('cdata', (part) => (written += part));
  parser.on('closetag', () => {
    const closed = open.pop();
    const name = names.pop() ?? '';
    // An item of a list belongs to the property around the list.
    const property = closed === ITEM ? names.at(-2) : name;
    const above = closed === ITEM ? -3 : -1;
    const isDirect = open.at(above) === DESCRIPTION && open.at(above - 1) === ROOT;
    if (property !== undefined && isDirect) properties.add(property, written);
    written = '';
  });
  parser.write(packet).close();
  return properties;
}
