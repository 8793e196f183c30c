import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Link } from '@cairn/access';

/** 192 bits. */
const VALUE = /^[\w-]{32}$/;
const VALUE_BYTES = 24;
const ID_LENGTH = 22;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

interface Options {
  /** Whether the public address uses https. */
  readonly isSecure: boolean;
  /** The path that cookies are sent to. */
  readonly cookiePath: string;
}

/** A guest of a link in this browser. */
export interface KnownGuest {
  readonly id: string;
  /** Lets the browser be known as the guest again. */
  readonly keep: (response: ServerResponse) => void;
}

/**
 * Knows guests by a cookie of the link. Their identifier is made of a digest of it and of the link: nobody who sees the
 * identifier can be that guest, and a browser is another guest of each link.
 */
export class GuestCookies {
  constructor(private readonly options: Options) {}

  /** Somebody new without a cookie. */
  of(request: IncomingMessage, { id }: Pick<Link, 'id'>): KnownGuest {
    const name = `cairn_guest_${hash('sha256', id).slice(0, 16)}`;
    const value = valueIn(request, name) ?? randomBytes(VALUE_BYTES).toString('base64url');
    const { isSecure, cookiePath } = this.options;
    const secure = isSecure ? '; Secure' : '';
    return {
      id: hash('sha256', `guest ${id} ${value}`, 'base64url').slice(0, ID_LENGTH),
      keep: (response) =>
        void response.appendHeader(
          'Set-Cookie',
          `${name}=${value}; Path=${cookiePath}; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
        ),
    };
  }
}

function valueIn({ headers }: IncomingMessage, name: string): string | undefined {
  const pair = headers.cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  const value = pair?.trim().slice(name.length + 1) ?? '';
  return VALUE.test(value) ? value : undefined;
}
