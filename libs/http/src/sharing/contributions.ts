import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@cairn/composition';
import { ContributionRefused, type Link } from '@cairn/access';
import {
  ByteQuotaExceeded,
  ContributeImage,
  IMAGE_ID_LENGTH,
  LinkFull,
  parseGuestName,
  QuotaExceeded,
  type Contribution,
  type ContributionPlace,
  type Image,
} from '@cairn/images';
import { parseAll } from '@cairn/kernel';
import { holderOf, noteChanged, requestContextOf } from '../messages/request-context.js';
import { HttpError } from '../messages/http-error.js';
import type { RequestSemaphore } from '../limits/request-semaphore.js';
import { turnOf } from '../limits/turn.js';
import { UploadForm } from '../images/upload-form.js';
import type { LinkAccess } from '../access/guard/link-access.js';
import type { GuestCookies } from './guest-cookies.js';
import { found } from './shared-reader.js';

/** What became of the image that was sent. */
export interface Added {
  readonly image: Image;
  /** Present if it was there already. */
  readonly existing?: true | undefined;
}

/** The same of an image that was sent by a link. */
export type AddedByLink = Added | { readonly waiting: true };

interface Sent {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly secret: string;
}

interface Given extends Pick<Contribution, 'addedBy' | 'existing' | 'confirm' | 'link'> {
  /** Called with the name of the guest, once it is known. */
  readonly named?: ((name: string | undefined) => void) | undefined;
}

/** Receives the images that holders of links, and users with a role, add to albums and folders. */
export class Contributions {
  private readonly contributeImage: ContributeImage;
  private readonly links: LinkAccess;
  private readonly guests: GuestCookies;
  private readonly permits: RequestSemaphore;

  constructor({
    application,
    linkAccess,
    guests,
    uploads,
  }: {
    readonly application: Pick<Application, 'get'>;
    readonly linkAccess: LinkAccess;
    readonly guests: GuestCookies;
    readonly uploads: RequestSemaphore;
  }) {
    this.contributeImage = application.get(ContributeImage);
    this.links = linkAccess;
    this.guests = guests;
    this.permits = uploads;
  }

  /**
   * Stores the image of a form, unless the link is revoked, or takes no more images, before the image has arrived. Sets the
   * cookie of the guest, and the status of the answer.
   * @throws {ContributionRefused} {LinkNotFound} {LinkFull} and the errors of an upload.
   */
  async receive(link: Link, { secret, ...sent }: Sent): Promise<AddedByLink> {
    const place = placeOf(link);
    const { request, response } = sent;
    // The store decides. This saves the bytes of nearly all that it would refuse.
    if (link.addedImages >= link.maxImages || link.addedBytes >= link.maxBytes) throw new LinkFull();
    const confirm = async () => placeOf(await this.links.recheck(request, secret));
    const guest = this.guests.of(request, link);
    let outcome: { readonly waiting?: true } = {};
    const added = await withoutCounts(() =>
      this.add(place, sent, {
        addedBy: `link:${link.id}`,
        existing: 'reuse',
        confirm,
        link: { id: link.id, guest: guest.id, waits: () => void (outcome = { waiting: true }) },
        named: (name) => void (requestContextOf(request).guest = { id: guest.id, name }),
      }),
    );
    const { waiting } = outcome;
    guest.keep(response);
    response.statusCode = waiting === true ? 202 : added.existing === undefined ? 201 : 200;
    return waiting === true ? { waiting } : added;
  }

  /** Stores the image of a form. @throws {AlbumNotFound} and the errors of an upload. */
  async add(
    place: ContributionPlace,
    { request, response }: Pick<Sent, 'request' | 'response'>,
    { named, ...given }: Given,
  ): Promise<Added> {
    return await this.permits.run(turnOf(response), async () => {
      const form = new UploadForm(request, given.link === undefined ? [] : ['guest']);
      let existing: Pick<Added, 'existing'> = {};
      try {
        const image = await this.contributeImage.execute(place, {
          ...given,
          reused: () => void (existing = { existing: true }),
          holder: holderOf(request),
          id: requestContextOf(request).attempt?.id(IMAGE_ID_LENGTH),
          bytes: form.file(),
          sizeInBytes: () => form.fileBound(),
          details: async () => {
            const details = await form.details();
            const { guest } = parseAll({ guest: () => parseGuestName(form.field('guest') ?? '') });
            named?.(guest);
            return { ...details, guestName: guest };
          },
        });
        noteChanged(request, { images: existing.existing ? [] : [image.id] });
        return { image, ...existing };
      } finally {
        form.discard();
      }
    });
  }
}

/** Guests are not told how much the account has. @throws {HttpError} if the quota is used up; and as `found` does. */
async function withoutCounts<T>(add: () => Promise<T>): Promise<T> {
  try {
    return await found(add);
  } catch (error) {
    if (!(error instanceof QuotaExceeded || error instanceof ByteQuotaExceeded)) throw error;
    throw new HttpError({ status: 409, code: error.code, detail: 'There is no room for more images here.' });
  }
}

/** @throws {ContributionRefused} */
function placeOf({ accountId: owner, role, resource: { type, id } }: Link): ContributionPlace {
  if (role !== 'contributor' || (type !== 'album' && type !== 'folder')) throw new ContributionRefused();
  return { owner, type, id };
}
