const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** Values in XML are texts: a schema is mostly missing, and often wrong. Numbers are those that JSON writes so. */
export const plainValue = (text: string): unknown => (PLAIN_NUMBER.test(text) ? Number(text) : text);
