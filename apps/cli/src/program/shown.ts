const UNSHOWN = /[\p{C}\u2028\u2029]/gu;

/** A text of a file on one line, without control characters of terminals. */
export const shown = (text: string): string =>
  text.replaceAll(UNSHOWN, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
