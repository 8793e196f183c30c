import { ExactNumber } from './exact-number.js';
import type { Json } from './json.js';

const MAX_EXACT_DIGITS = 15;
const words = new Map<string, Json>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/** Reads a text that `JSON.parse` takes too, and is not nested deeply; of members of one name the last wins. */
export function readExactly(text: string): Json {
  return new Reader(text).read();
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): Json {
    switch (this.next()) {
      case '{':
        return this.members();
      case '[':
        return this.items();
      case '"':
        return this.string();
      default:
        return this.word();
    }
  }

  private members(): Json {
    const members: [string, Json][] = [];
    for (this.at += 1; this.next() !== '}'; this.skipComma()) {
      const name = this.string();
      this.next();
      this.at += 1;
      members.push([name, this.read()]);
    }
    this.at += 1;
    return Object.fromEntries(members); // an own member even where it is called __proto__
  }

  private items(): Json {
    const items: Json[] = [];
    for (this.at += 1; this.next() !== ']'; this.skipComma()) items.push(this.read());
    this.at += 1;
    return items;
  }

  private string(): string {
    const start = this.at;
    let end = this.text.indexOf('"', start + 1);
    while (this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    this.at = end + 1;
    const quoted = this.text.slice(start, this.at);
    return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  }

  private isEscaped(quote: number): boolean {
    let first = quote;
    while (this.text[first - 1] === '\\') first -= 1;
    return (quote - first) % 2 === 1;
  }

  private word(): Json {
    const start = this.at;
    while (this.at < this.text.length && !' \t\n\r,]}'.includes(this.text.charAt(this.at))) this.at += 1;
    const word = this.text.slice(start, this.at);
    const known = words.get(word);
    return known === undefined ? numberOf(word) : known;
  }

  /** Skips white space and returns the next character. */
  private next(): string {
    while (' \t\n\r'.includes(this.text[this.at] ?? '.')) this.at += 1;
    return this.text.charAt(this.at);
  }

  private skipComma(): void {
    if (this.next() === ',') this.at += 1;
  }
}

function numberOf(written: string): number | ExactNumber {
  const number = Number(written);
  if (String(number) === written) return number;
  const digits = written.replace(/\D/g, '').length;
  return digits > MAX_EXACT_DIGITS || /e/i.test(written) ? new ExactNumber(written) : number;
}
