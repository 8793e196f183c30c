import { parsePresetName, parsePresetQuery, type Presets, type Query } from '@cairn/images';
import { parseAll } from '@cairn/kernel';

/** Reads presets: JSON such as `{"thumb":"w=320&format=webp"}`, or `thumb=w=320&format=webp` separated by semicolons. */
export function presets(text: string): Presets {
  const pairs = text.trim().startsWith('{') ? ofJson(text) : text.split(';').map(pairOf);
  return new Map(pairs.map(([name, query]) => [name, checked(name, query)]));
}

function ofJson(text: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('must be JSON, or names and queries separated by semicolons');
  }
  if (typeof value !== 'object' || value === null) throw new Error('must have names');
  return Object.entries(value).map(([name, query]) => [name, String(query)]);
}

function pairOf(text: string): [string, string] {
  const end = text.indexOf('=');
  if (end === -1) throw new Error('must have a name and a query for each preset');
  return [text.slice(0, end).trim(), text.slice(end + 1).trim()];
}

function checked(name: string, text: string): Query {
  try {
    return parseAll({ name: () => parsePresetName(name), query: () => parsePresetQuery(text) }).query;
  } catch (error) {
    throw new Error(`has a preset \`${name}\` that is wrong: ${error instanceof Error ? error.message : ''}`);
  }
}
