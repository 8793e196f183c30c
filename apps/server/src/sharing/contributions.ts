import { ContributionRefused, type Link } from '@cairn/access';
import { ContributeImage, type ContributionPlace, type Image } from '@cairn/images';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromApplication } from '../application-providers.js';
import { RequestSemaphore } from '../http/limits/request-semaphore.js';
import { turnOf } from '../http/limits/turn.js';
import { UploadForm } from '../images/upload-form.js';
import { LinkAccess } from './link-access.js';
import { found } from './shared-reader.js';

interface Sent {
  readonly request: Request;
  readonly response: Response;
  readonly secret: string;
}

/** Takes the images that holders of links add. */
@Injectable()
export class Contributions {
  constructor(
    @FromApplication(ContributeImage) private readonly contributeImage: ContributeImage,
    @Inject(LinkAccess) private readonly links: LinkAccess,
    @Inject(RequestSemaphore) private readonly permits: RequestSemaphore,
  ) {}

  /**
   * Stores the image of a form, unless the link is revoked until it has arrived.
   * @throws {ContributionRefused} {LinkNotFound} and the errors of an upload.
   */
  async receive(link: Link, { request, response, secret }: Sent): Promise<Image> {
    const place = placeOf(link);
    return await this.permits.run(turnOf(response), async () => {
      const form = new UploadForm(request, []);
      try {
        return await found(() =>
          this.contributeImage.execute(place, {
            addedBy: `link:${link.id}`,
            bytes: form.file(),
            details: () => form.details(),
            confirm: () => this.links.recheck(request, secret),
          }),
        );
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
