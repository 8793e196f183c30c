import type { Facts } from './facts.js';

/** The XMP properties of what a person says of a photo, the preferred one first. */
export const XMP_DETAILS = {
  title: ['http://purl.org/dc/elements/1.1/title'],
  caption: ['http://purl.org/dc/elements/1.1/description'],
  rating: ['http://ns.adobe.com/xap/1.0/Rating'],
  /** There is no common one. A rating of 5 is not a favourite. */
  favourite: ['http://www.fstopapp.com/xmp/favorite'],
} as const;

/** In percent: 1, 25, 50, 75 and 99 are one to five stars. */
const WINDOWS_RATING = 'http://ns.microsoft.com/photo/1.0/Rating';

/** Reads them. `first` returns the first text of a property. */
export function detailsOfXmp(first: (name: string) => string | undefined): Partial<Facts> {
  const of = (names: readonly string[]): string | undefined =>
    names.map(first).find((text) => text !== undefined);
  const [title, caption] = [of(XMP_DETAILS.title), of(XMP_DETAILS.caption)];
  const rating = starsIn(of(XMP_DETAILS.rating)) ?? starsOfPercent(first(WINDOWS_RATING));
  const isFavourite = /^(?:1|true|yes)$/i.test(of(XMP_DETAILS.favourite) ?? '');
  return {
    ...(title !== undefined && { title }),
    ...(caption !== undefined && { caption }),
    ...(rating !== undefined && { rating }),
    ...(isFavourite && { favourite: true }),
  };
}

/** Some programs write decimals. */
function starsIn(text: string | undefined): number | undefined {
  const rating = Math.round(Number(text ?? 'none'));
  return rating >= -1 && rating <= 5 ? rating : undefined;
}

function starsOfPercent(text: string | undefined): number | undefined {
  const percent = Number(text ?? 'none');
  if (!(percent >= 0 && percent <= 99)) return undefined;
  return percent === 0 ? 0 : Math.min(5, 1 + Math.round(percent / 25));
}
