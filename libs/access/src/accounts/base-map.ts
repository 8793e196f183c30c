import { InvalidInput, parseAll } from '@cairn/kernel';

/** What is below the maps of an account, in place of the ground. */
export interface BaseMap {
  /** What is at the address: a MapLibre style, pictures at `{z}/{x}/{y}`, or an archive of such pictures. */
  readonly kind: 'style' | 'raster' | 'pmtiles';
  readonly url: string;
  /** What must be shown with it: text, with links as `[text](https://example.org)`. Empty for a style that says it itself. */
  readonly attribution: string;
  /** The highest zoom that there are pictures of. */
  readonly maxZoom: number;
  /** What pages may load it from, besides their own service: its own origin and those that a style names. */
  readonly origins: readonly string[];
}

/** What somebody chooses. */
export interface NewBaseMap {
  /** https, or http at this computer, or a path of the service. */
  readonly url: string;
  readonly attribution?: string | undefined;
  readonly maxZoom?: number | undefined;
  /** Those that a style loads from, besides its own. */
  readonly origins?: readonly string[] | undefined;
}

/** What most services have. */
export const DEFAULT_MAX_ZOOM = 19;
const NEAREST_ZOOM = 24;
const MAX_URL_LENGTH = 2_000;
const MAX_ATTRIBUTION_LENGTH = 500;
const MAX_ORIGINS = 8;

/** A host in ASCII. Nothing of it can end a source, or a directive, of a content security policy. */
const ORIGIN = /^(?:https:\/\/[a-z\d.-]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?$/i;
const REST = /^[^\s"'<>\\^`|\p{C}]*$/u;

/** The kind of what is at an address: by its placeholders, or its name. `undefined` if the placeholders are wrong. */
export function baseMapKind(url: string): BaseMap['kind'] | undefined {
  const named = (url.match(/\{[^{}]*\}/g) ?? []).toSorted().join('');
  const [path = ''] = url.split(/[?#]/, 1);
  if (named === '') return path.endsWith('.pmtiles') ? 'pmtiles' : 'style';
  return named === '{x}{y}{z}' ? 'raster' : undefined;
}

/** Whether it is text, with links as `[text](https://example.org)`. */
export const isAttribution = (text: string): boolean =>
  !/[<>[\]]/.test(text.replaceAll(/\[[^[\]]+\]\(https?:\/\/[^\s()]+\)/g, ''));

/** Whether these are OpenStreetMap's own tiles, whose rules ask for its name. */
export const lacksOpenStreetMap = (host: string, attribution: string): boolean =>
  /(?:^|\.)openstreetmap\.org$/i.test(host) && !/openstreetmap/i.test(attribution);

/** @throws {InvalidInput} with all faults. */
export function parseBaseMap({ url, attribution = '', maxZoom, origins = [] }: NewBaseMap): BaseMap {
  const parsed = parseAll({
    url: () => parseAddress(url),
    maxZoom: () => parseMaxZoom(maxZoom),
    origins: () => parseOrigins(origins),
    attribution: () => parseAttribution(attribution.trim(), url),
  });
  const { kind, origin } = parsed.url;
  const own = origin === undefined ? [] : [origin];
  return {
    kind,
    url,
    attribution: parsed.attribution,
    maxZoom: parsed.maxZoom,
    origins: [...new Set([...own, ...parsed.origins])],
  };
}

function parseAddress(url: string): { readonly kind: BaseMap['kind']; readonly origin: string | undefined } {
  if (url.length > MAX_URL_LENGTH)
    throw InvalidInput.of('invalid-length', `The address has at most ${MAX_URL_LENGTH} characters.`);
  const { origin, rest } = partsOf(url);
  if (!REST.test(rest) || !(origin === '' ? /^\/(?!\/)/.test(rest) : ORIGIN.test(origin)))
    throw InvalidInput.of(
      'invalid-url',
      'The address must be of https and without user, or a path of this service that begins with a slash.',
    );
  const kind = baseMapKind(url);
  if (kind === undefined)
    throw InvalidInput.of(
      'invalid-template',
      'The address must have {z}, {x} and {y} once each, and no other placeholder.',
    );
  return { kind, origin: origin === '' ? undefined : origin.toLowerCase() };
}

/** `origin` is empty for a path of the service. */
function partsOf(url: string): { readonly origin: string; readonly rest: string } {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  return { origin, rest: url.slice(origin.length) };
}

function parseMaxZoom(zoom = DEFAULT_MAX_ZOOM): number {
  if (Number.isInteger(zoom) && zoom >= 0 && zoom <= NEAREST_ZOOM) return zoom;
  throw InvalidInput.of('out-of-range', `The zoom must be a whole number from 0 to ${NEAREST_ZOOM}.`);
}

function parseOrigins(origins: readonly string[]): readonly string[] {
  if (origins.length > MAX_ORIGINS)
    throw InvalidInput.of('too-many', `A base map is loaded from at most ${MAX_ORIGINS} other origins.`);
  const wrong = origins.find((origin) => !ORIGIN.test(origin));
  if (wrong === undefined) return origins.map((origin) => origin.toLowerCase());
  throw InvalidInput.of('invalid-origin', 'An origin must be as https://tiles.example.org, without a path.');
}

function parseAttribution(text: string, url: string): string {
  if (text.length > MAX_ATTRIBUTION_LENGTH)
    throw InvalidInput.of('invalid-length', `The text has at most ${MAX_ATTRIBUTION_LENGTH} characters.`);
  if (/\p{C}/u.test(text) || !isAttribution(text))
    throw InvalidInput.of('invalid-format', 'It must be text, with links as [text](https://example.org).');
  if (lacksOpenStreetMap(hostOf(url), text))
    throw InvalidInput.of('attribution-missing', 'It must name OpenStreetMap, whose tiles these are.');
  if (text === '' && baseMapKind(url) !== 'style')
    throw InvalidInput.of('attribution-missing', 'Say whose map it is; only a style can say it itself.');
  return text;
}

const hostOf = (url: string): string =>
  partsOf(url)
    .origin.replace(/^[a-z]+:\/\//i, '')
    .replace(/:\d+$/, '');
