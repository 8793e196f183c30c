import { parse } from 'node:querystring';
import { parseTransform, type Presets, type Query } from '@cairn/images';

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Reads presets: JSON such as `{"thumb":"w=320&format=webp"}`, or `thumb=w=320&format=webp` separated by semicolons. */
export function presets(text: string): Presets {
  const pairs = text.trim().startsWith('{') ? ofJson(text) : text.split(';').map(pairOf);
  return new Map(pairs.map(([name, query]) => [checkedName(name), checkedQuery(name, query)]));
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

function checkedName(name: string): string {
  if (!NAME.test(name)) throw new Error('must have names of lower-case letters, digits and hyphens');
  return name;
}

function checkedQuery(name: string, text: string): Query {
  const query = parse(text);
  try {
    parseTransform(query);
  } catch (error) {
    throw new Error(`has a preset \`${name}\` that is wrong: ${error instanceof Error ? error.message : ''}`);
  }
  return query;
}
