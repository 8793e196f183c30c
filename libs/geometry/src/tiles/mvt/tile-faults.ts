import { geometryFault } from './geometry-faults.js';
import { BrokenMessage, type Field, fieldsOf, varintsOf } from './tile-fields.js';

/**
 * What is wrong with a tile by the Mapbox Vector Tile specification 2.1, each fault with its place; nothing if the tile is
 * valid. Stricter than the specification in three things: the type of a geometry must be known, rings must not touch
 * themselves, and ids must not repeat in a layer.
 */
export function tileFaults(bytes: Uint8Array): readonly string[] {
  const faults: string[] = [];
  const names = new Set<string>();
  orFault('the tile', faults, () => {
    let index = 0;
    for (const field of fieldsOf(bytes)) {
      if (isExtension(field)) continue;
      if (field.number !== 3 || field.wire !== 2)
        faults.push(`the tile: has an unknown field ${field.number}`);
      else {
        const place = `layer ${index}`;
        orFault(place, faults, () => {
          const name = checkLayer(field.bytes, (fault) => faults.push(`${place}${fault}`));
          if (name !== undefined && names.has(name)) faults.push(`${place}: has the name of another layer`);
          if (name !== undefined) names.add(name);
        });
        index += 1;
      }
    }
  });
  return faults;
}

type Report = (fault: string) => void;

function orFault(place: string, faults: string[], check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof BrokenMessage)) throw error;
    faults.push(`${place}: ${error.message}`);
  }
}

const isExtension = ({ number }: Field): boolean => number >= 16;

/** The wire types of the fields of a layer. */
const LAYER_FIELDS: Readonly<Record<number, number>> = { 15: 0, 1: 2, 2: 2, 3: 2, 4: 2, 5: 0 };

/** Returns its name. */
function checkLayer(bytes: Uint8Array, report: Report): string | undefined {
  const layer = new Map<number, Field[]>();
  for (const field of fieldsOf(bytes)) {
    if (isExtension(field)) continue;
    if (LAYER_FIELDS[field.number] !== field.wire)
      report(`: has a field ${field.number} of wire type ${field.wire}`);
    layer.set(field.number, [...(layer.get(field.number) ?? []), field]);
  }
  const all = (number: number): readonly Field[] => layer.get(number) ?? [];
  if (all(15).length !== 1 || all(15)[0]?.value !== 2) report(': has not the version 2');
  if (all(1).length !== 1) report(': has not one name');
  if (all(5).length > 1 || all(5).some(({ value }) => value === 0)) report(': has no single extent above 0');
  for (const [index, value] of all(4).entries())
    checkValue(value.bytes, (fault) => report(`, value ${index}${fault}`));
  const keys = all(3).map(({ bytes: key }) => textOf(key));
  if (new Set(keys).size < keys.length) report(': repeats a key');
  const values = all(4).map(({ bytes: value }) => textOf(value));
  if (new Set(values).size < values.length) report(': repeats a value');
  const ids = new Set<number>();
  for (const [index, feature] of all(2).entries())
    checkFeature(feature.bytes, {
      ids,
      keys: keys.length,
      values: values.length,
      report: (fault) => report(`, feature ${index}: ${fault}`),
    });
  return all(1)[0] && textOf(all(1)[0]?.bytes ?? new Uint8Array());
}

/** A text for each row of bytes, to compare them. */
const textOf = (bytes: Uint8Array): string => bytes.join();

/** The wire types of the kinds of values. */
const VALUE_FIELDS: Readonly<Record<number, number>> = { 1: 2, 2: 5, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0 };

function checkValue(bytes: Uint8Array, report: Report): void {
  const fields = [...fieldsOf(bytes)];
  if (fields.length !== 1) report(': has not one field');
  for (const { number, wire } of fields)
    if (VALUE_FIELDS[number] !== wire) report(`: has a field ${number} of wire type ${wire}`);
}

interface LayerFacts {
  readonly ids: Set<number>;
  readonly keys: number;
  readonly values: number;
  readonly report: Report;
}

/** The wire types of the fields of a feature. */
const FEATURE_FIELDS: Readonly<Record<number, number>> = { 1: 0, 2: 2, 3: 0, 4: 2 };

function checkFeature(bytes: Uint8Array, { ids, keys, values, report }: LayerFacts): void {
  const fields = [...fieldsOf(bytes)].filter((field) => !isExtension(field));
  for (const { number, wire } of fields)
    if (FEATURE_FIELDS[number] !== wire) report(`has a field ${number} of wire type ${wire}`);
  const only = (number: number): Field | undefined => {
    const [first, second] = fields.filter((field) => field.number === number);
    if (second !== undefined) report(`repeats its field ${number}`);
    return first;
  };
  const id = only(1)?.value;
  if (id !== undefined && ids.has(id)) report(`has the id ${id} of another feature`);
  if (id !== undefined) ids.add(id);
  checkTags(varintsOf(only(2)?.bytes ?? new Uint8Array()), { ids, keys, values, report });
  const type = only(3)?.value;
  const geometry = only(4);
  if (type === undefined || type < 1 || type > 3) report('has no known type of geometry');
  else if (geometry === undefined) report('has no geometry');
  else {
    const fault = geometryFault(type, varintsOf(geometry.bytes));
    if (fault !== undefined) report(fault);
  }
}

function checkTags(tags: readonly number[], { keys, values, report }: LayerFacts): void {
  if (tags.length % 2 !== 0) report('has an odd number of tags');
  const used = tags.filter((_, index) => index % 2 === 0);
  if (used.some((key) => key >= keys)) report('has a tag of no key');
  if (tags.some((value, index) => index % 2 === 1 && value >= values)) report('has a tag of no value');
  if (new Set(used).size < used.length) report('has two values of one key');
}
