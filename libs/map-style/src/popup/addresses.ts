/** Longer ones are not addresses. */
const MAX_LENGTH = 2_000;
/** Browsers take spaces and control characters out of an address, and read a backslash as a slash. */
const UNSAFE = /[\s\\\0-\x1f\x7f-\x9f]/u;
/** With a host; without a name of a user, which can look like one. */
const WEB = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i;
const MAIL = /^mailto:[^@]+@[^@]+$/i;
/** From the root of the same service. `//` begins with a host. */
const OWN = /^\/(?!\/)/;

/** The address of a picture, if it is one of the web or of the same service. */
export const pictureAddress = (address: string | undefined): string | undefined => oneOf([WEB, OWN], address);

/** An address that one may follow, if it is one of the web or of mail. */
export const linkAddress = (address: string | undefined): string | undefined => oneOf([WEB, MAIL], address);

function oneOf(forms: readonly RegExp[], address: string | undefined): string | undefined {
  if (address === undefined || address.length > MAX_LENGTH || UNSAFE.test(address)) return undefined;
  return forms.some((form) => form.test(address)) ? address : undefined;
}
