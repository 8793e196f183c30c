import type {
  ApprovedContributions,
  ContributionPage,
  CreatedLinkRecord,
  AlbumRecord,
  ImagePage,
  LinkRecord,
  RefusedContributions,
} from '@cairn/api-schema';
import { uploadForm, type UploadParts } from '@cairn/harness';
import type { Answer } from '../smoke/answer.js';
import { SharedAccount } from '../support/shared-account.js';
import { photoAt } from './leaks/private-images.js';

/** A link by which guests add images. */
export interface GuestLink extends CreatedLinkRecord {
  readonly secret: string;
}

interface Sent {
  readonly parts?: Partial<UploadParts> & Readonly<Record<string, unknown>>;
  /** The cookie of the guest. */
  readonly cookie?: string;
  readonly path?: string;
}

let made = 0;

/** An image that no other one is like. */
export async function newBytes(): Promise<Uint8Array> {
  made += 1;
  return await photoAt(made, 8, 47);
}

export const folder = (id: string): object => ({ resource: { type: 'folder', id } });

/** What guests send to the account of Ada, and her queue of it. */
export class GuestWorld {
  private constructor(readonly shared: SharedAccount) {}

  static async start(): Promise<GuestWorld> {
    return new GuestWorld(await SharedAccount.start());
  }

  /** Empties the queue, and takes all grants. */
  async clear(): Promise<void> {
    await this.shared.takeAll();
    const { contributions } = await this.queue();
    await this.refuse(contributions.map(({ id }) => id));
  }

  async share(body: object): Promise<GuestLink> {
    const asked = { role: 'contributor', approval: 'required', ...body };
    const link = (await this.shared.ada.post('/api/links', asked)).json<CreatedLinkRecord>();
    return { ...link, secret: link.url.slice(link.url.lastIndexOf('/') + 1) };
  }

  async newAlbum(): Promise<string> {
    return (await this.shared.ada.post('/api/albums', { title: 'Party' })).json<AlbumRecord>().id;
  }

  /** A guest sends an image. */
  async add({ secret }: GuestLink, { parts = {}, cookie, path }: Sent = {}): Promise<Response> {
    const { guest, ...rest } = parts;
    const body = uploadForm({ bytes: rest.bytes ?? (await newBytes()), ...rest });
    if (typeof guest === 'string') body.set('guest', guest);
    const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
    const address = path ?? `/api/shared/${secret}/upload`;
    const sent = { method: 'POST', key: null, body, headers, redirect: 'manual' } as const;
    return await this.shared.server.fetch(address, sent);
  }

  async queue(query = ''): Promise<ContributionPage> {
    return (await this.shared.ada.get(`/api/contributions?limit=1000${query}`)).json<ContributionPage>();
  }

  async approve(ids: readonly string[], more = {}): Promise<ApprovedContributions> {
    return (await this.shared.ada.post('/api/contributions/approve', { ids, ...more })).json();
  }

  async refuse(ids: readonly string[]): Promise<RefusedContributions> {
    if (ids.length === 0) return { refused: [], missing: [] };
    return (await this.shared.ada.post('/api/contributions/refuse', { ids })).json();
  }

  async listed(query: string): Promise<ImagePage> {
    return (await this.shared.ada.get(`/api/images?limit=1000&${query}`)).json<ImagePage>();
  }

  async linkNow({ id }: GuestLink): Promise<LinkRecord | undefined> {
    const { links } = (await this.shared.ada.get('/api/links?limit=1000')).json<{
      readonly links: readonly LinkRecord[];
    }>();
    return links.find((link) => link.id === id);
  }

  /** Grace asks in the account of Ada. */
  async asGrace(path: string, body?: object): Promise<Answer> {
    const { grace, headers } = this.shared;
    return await grace.send(body === undefined ? 'GET' : 'POST', path, { headers, body });
  }
}

export const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly code?: string }).code;
