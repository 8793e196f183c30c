import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@cairn/composition';
import { ContributionRefused, type Link } from '@cairn/access';
import {
  ContributeImage,
  IMAGE_ID_LENGTH,
  type Contribution,
  type ContributionPlace,
  type Image,
} from '@cairn/images';
import { holderOf, requestContextOf } from '../messages/request-context.js';
import type { RequestSemaphore } from '../limits/request-semaphore.js';
import { turnOf } from '../limits/turn.js';
import { UploadForm } from '../images/upload-form.js';
import type { LinkAccess } from '../access/guard/link-access.js';
import { found } from './shared-reader.js';

/** What became of the image that was sent. */
export interface Added {
  readonly image: Image;
  /** Present if it was there already. */
  readonly existing?: true | undefined;
}

interface Sent {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly secret: string;
}

/** Receives the images that holders of links, and users with a role, add to albums and folders. */
export class Contributions {
  private readonly contributeImage: ContributeImage;
  private readonly links: LinkAccess;
  private readonly permits: RequestSemaphore;

  constructor({
    application,
    linkAccess,
    uploads,
  }: {
    readonly application: Pick<Application, 'get'>;
    readonly linkAccess: LinkAccess;
    readonly uploads: RequestSemaphore;
  }) {
    this.contributeImage = application.get(ContributeImage);
    this.links = linkAccess;
    this.permits = uploads;
  }

  /**
   * Stores the image of a form, unless the link is revoked before the image has arrived.
   * @throws {ContributionRefused} {LinkNotFound} and the errors of an upload.
   */
  async receive(link: Link, { secret, ...sent }: Sent): Promise<Added> {
    const place = placeOf(link);
    const confirm = () => this.links.recheck(sent.request, secret);
    const given = { addedBy: `link:${link.id}`, existing: 'reuse', confirm } as const;
    return await found(() => this.add(place, sent, given));
  }

  /** Stores the image of a form. @throws {AlbumNotFound} and the errors of an upload. */
  async add(
    place: ContributionPlace,
    { request, response }: Pick<Sent, 'request' | 'response'>,
    given: Pick<Contribution, 'addedBy' | 'existing' | 'confirm'>,
  ): Promise<Added> {
    return await this.permits.run(turnOf(response), async () => {
      const form = new UploadForm(request, []);
      let existing: Pick<Added, 'existing'> = {};
      try {
        const image = await this.contributeImage.execute(place, {
          ...given,
          reused: () => void (existing = { existing: true }),
          holder: holderOf(request),
          id: requestContextOf(request).attempt?.id(IMAGE_ID_LENGTH),
          bytes: form.file(),
          sizeInBytes: () => form.fileBound(),
          details: () => form.details(),
        });
        return { image, ...existing };
      } finally {
        form.discard();
      }
    });
  }
}

function placeOf({ accountId: owner, role, resource: { type, id } }: Link): ContributionPlace {
  if (role !== 'contributor' || type === 'image' || type === 'space') throw new ContributionRefused();
  return { owner, type, id };
}
