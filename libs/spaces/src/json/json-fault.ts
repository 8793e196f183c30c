const SHOWN_CHARACTERS = 30;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const UP_TO_DELIMITER = /[^\s,:[\]{}"]+/y;
const ESCAPED = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** What must come next in the text. */
type Expected = 'value' | 'first-item' | 'name' | 'first-name' | 'colon' | 'behind';

/**
 * Why `JSON.parse` rejects the text, and where, as a phrase to put after a name of it: ``has `NaN` at line 1, column
 * 9``. JavaScript's own messages have the place only in some versions and for some errors.
 */
export function jsonFault(text: string): string {
  const open: ('{' | '[')[] = [];
  const wantsValue = (): boolean => expected === 'value' || expected === 'first-item';
  const fault = (at: number, what: string): string => `has ${what} at ${placeOf(text, at)}`;
  let expected: Expected = 'value';
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    const unexpected = (): string => fault(at, shown(text, at));
    switch (character) {
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        at += 1;
        continue;
      case '"': {
        const isName: boolean = expected === 'name' || expected === 'first-name';
        if (!isName && !wantsValue()) return unexpected();
        const { end, reason } = stringAt(text, at);
        if (reason !== undefined) return end < text.length ? fault(end, reason) : `ends in ${reason}`;
        expected = isName ? 'colon' : 'behind';
        at = end;
        break;
      }
      case '{':
      case '[':
        if (!wantsValue()) return unexpected();
        open.push(character);
        expected = character === '{' ? 'first-name' : 'first-item';
        at += 1;
        break;
      case '}':
      case ']': {
        const first = character === '}' ? 'first-name' : 'first-item';
        const matches = open.at(-1) === (character === '}' ? '{' : '[');
        if (!matches || (expected !== 'behind' && expected !== first)) return unexpected();
        open.pop();
        expected = 'behind';
        at += 1;
        break;
      }
      case ',':
        if (expected !== 'behind' || open.length === 0) return unexpected();
        expected = open.at(-1) === '{' ? 'name' : 'value';
        at += 1;
        break;
      case ':':
        if (expected !== 'colon') return unexpected();
        expected = 'value';
        at += 1;
        break;
      default: {
        const word = wordAt(text, at);
        if (!wantsValue() || !WORD.test(word)) return unexpected();
        expected = 'behind';
        at += word.length;
      }
    }
  }
  return text.trim() === '' ? 'is empty' : 'is cut short';
}

function wordAt(text: string, at: number): string {
  UP_TO_DELIMITER.lastIndex = at;
  const [word = text.charAt(at)] = UP_TO_DELIMITER.exec(text) ?? [];
  return word;
}

function shown(text: string, at: number): string {
  const word = wordAt(text, at);
  return `\`${word.length > SHOWN_CHARACTERS ? `${word.slice(0, SHOWN_CHARACTERS)}…` : word}\``;
}

/** The end of the string that begins there, or what is wrong in it, and where. */
function stringAt(text: string, start: number): { readonly end: number; readonly reason?: string } {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { end: at + 1 };
    if (character < ' ') return { end: at, reason: 'a control character in a string' };
    if (character !== '\\') continue;
    ESCAPED.lastIndex = at + 1;
    const [escaped] = ESCAPED.exec(text) ?? [];
    if (escaped === undefined) return { end: at, reason: 'an unknown escape in a string' };
    at += escaped.length;
  }
  return { end: text.length, reason: 'a string without its closing quote' };
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
