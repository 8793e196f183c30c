import type { Popup, PopupParts } from '../model/popup.js';
import { templateParts } from '../text/template.js';
import { linkAddress, pictureAddress } from './addresses.js';

/** The members of a feature's `properties`. */
type Properties = Readonly<Record<string, unknown>>;

/** What a popup tells about a feature. What the feature has no value for is left out. */
export function popupOf(popup: Popup, properties: Properties): PopupParts {
  const title = filled(popup.title, properties, shownText);
  const text = filled(popup.template, properties, shownText);
  const picture = pictureAddress(filled(popup.picture, properties, addressPart));
  const link = linkAddress(filled(popup.link, properties, addressPart));
  return {
    ...(title === undefined ? {} : { title }),
    ...(text === undefined ? {} : { text }),
    fields: fieldsOf(popup, properties),
    ...(picture === undefined ? {} : { picture }),
    ...(link === undefined ? {} : { link }),
  };
}

function fieldsOf({ fields = [] }: Popup, properties: Properties): PopupParts['fields'] {
  return fields.flatMap(({ property, name = property }) => {
    const value = textOf(valueOf(properties, property));
    return value === undefined ? [] : [{ name, value: shownText(value) }];
  });
}

/** Writes a value into a template. `isAll`: whether there is nothing besides it. */
type Written = (value: string, place: { readonly isAll: boolean }) => string;

/** A template with the values of a feature; nothing if it names properties and the feature has none of them. */
function filled(template: string | undefined, properties: Properties, written: Written): string | undefined {
  if (template === undefined) return undefined;
  const parts = templateParts(template);
  const isAll = parts.length === 1;
  let isEmpty = parts.some((part) => 'property' in part);
  let text = '';
  for (const part of parts) {
    if ('text' in part) text += part.text;
    else {
      const value = textOf(valueOf(properties, part.property));
      isEmpty &&= value === undefined;
      text += value === undefined ? '' : written(value, { isAll });
    }
  }
  return isEmpty ? undefined : text;
}

const valueOf = (properties: Properties, name: string): unknown =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** A value as a text; nothing for an empty one. What is inside objects and arrays is JSON. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value === '' ? undefined : value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value === null ? undefined : JSON.stringify(value);
  }
}

/** As much as one reads in a popup. */
const MAX_LENGTH = 2_000;
/** Control characters besides tabs and line breaks, and those that turn the direction of the texts around them. */
const UNSEEN = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/gu;

function shownText(value: string): string {
  const text = value.replaceAll(UNSEEN, '');
  return wellFormed(text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`);
}

/** A whole address as it is; within one, a value cannot change what the rest of it means. */
const addressPart: Written = (value, { isAll }) =>
  isAll ? value.trim() : encodeURIComponent(wellFormed(value));

/** Halves of surrogate pairs, which no text in UTF-8 can have, become the sign for what cannot be shown. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
