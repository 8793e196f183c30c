import type { Template } from './layer-style.js';

/** What is told about a feature that was clicked. Plain JSON. */
export interface Popup {
  /** `{name}`, for example. */
  readonly title?: Template;
  /** Properties in this order, 50 at most; those that a feature does not have are left out. */
  readonly fields?: readonly PopupField[];
  /** The address of a picture: `{photo}`. Values within an address are percent-encoded. */
  readonly picture?: Template;
  /** An address: `{website}`, `https://example.org/{ref}`, `mailto:{email}`. */
  readonly link?: Template;
  /** A text below the title. */
  readonly template?: Template;
}

/** A line of a popup: a name and a value. */
export interface PopupField {
  /** A member of the feature's `properties`, whose value is shown. */
  readonly property: string;
  /** How it is called. Default: the property. */
  readonly name?: string;
}

/** A popup of a feature. Everything is plain text, to be set as text, never as HTML. */
export interface PopupParts {
  readonly title?: string;
  /** Of the template. */
  readonly text?: string;
  /** In the order of the popup. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** An address by `http:` or `https:`, or a path of the same service. */
  readonly picture?: string;
  /** An address by `http:`, `https:` or `mailto:`. */
  readonly link?: string;
}
