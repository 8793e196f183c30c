import { FormatLimitExceeded, UnreadableFile } from '@cairn/spaces';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { READING_LIMITS } from '../limits/reading-limits.js';

/** An element begins or ends. Names are without their prefix. */
export type XmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly line: number;
    }
  /** `text` is all text directly in the element. */
  | { readonly kind: 'close'; readonly name: string; readonly text: string };

/**
 * The elements of a text of XML in their order. Entities of its own are refused: a few lines of them expand to gigabytes,
 * and others name files.
 * @throws {UnreadableFile} {FormatLimitExceeded}
 */
export async function* xmlEvents(texts: AsyncIterable<string>): AsyncGenerator<XmlEvent, void, undefined> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: string[] = [];
  let events: XmlEvent[] = [];
  const add = (text: string): void => {
    const last = open.length - 1;
    if (last < 0) return;
    open[last] += text;
    if ((open[last]?.length ?? 0) > READING_LIMITS.textLength)
      throw new FormatLimitExceeded('characters in one text', READING_LIMITS.textLength);
  };
  parser.on('doctype', (text) => {
    if (/<!ENTITY/i.test(text)) throw new UnreadableFile('The file defines entities, which are not read.');
  });
  parser.on('opentag', ({ local, attributes }: SaxesTagNS) => {
    if (open.length >= READING_LIMITS.depth)
      throw new FormatLimitExceeded('elements in one another', READING_LIMITS.depth);
    open.push('');
    const values = new Map(Object.values(attributes).map(({ local: name, value }) => [name, value]));
    events.push({ kind: 'open', name: local, attributes: values, line: parser.line });
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ local }: SaxesTagNS) => {
    events.push({ kind: 'close', name: local, text: open.pop() ?? '' });
  });
  parser.on('error', (error) => {
    throw new UnreadableFile(`The file is no XML (${error.message}).`, { cause: error });
  });
  for await (const text of texts) {
    parser.write(text);
    yield* events;
    events = [];
  }
  parser.close();
  yield* events;
}

/** An element with everything in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly line: number;
  readonly children: XmlElement[];
  text: string;
}

/** Puts an element together whose beginning has come. */
export async function wholeElement(
  start: Extract<XmlEvent, { kind: 'open' }>,
  events: AsyncIterator<XmlEvent>,
): Promise<XmlElement> {
  const root = elementOf(start);
  const path = [root];
  for (;;) {
    const next = await events.next();
    if (next.done === true) return root;
    const { value } = next;
    const current = path[path.length - 1] ?? root;
    if (value.kind === 'open') {
      const child = elementOf(value);
      current.children.push(child);
      path.push(child);
    } else {
      current.text = value.text;
      path.pop();
      if (path.length === 0) return root;
    }
  }
}

const elementOf = ({ name, attributes, line }: Extract<XmlEvent, { kind: 'open' }>): XmlElement => ({
  name,
  attributes,
  line,
  children: [],
  text: '',
});

export const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name === name);

/** The text of a child, without space around it; `undefined` for none, or an empty one. */
export function textIn(element: XmlElement, name: string): string | undefined {
  const text = childOf(element, name)?.text.trim();
  return text === '' ? undefined : text;
}
