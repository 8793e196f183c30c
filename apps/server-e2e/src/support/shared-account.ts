import type { AlbumRecord, GrantRecord, GrantRole, SessionRecord } from '@cairn/api-schema';
import { ServerProcess, uploadForm, type UploadParts } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { Caller } from '../smoke/caller.js';
import { join, setUp, type Browser } from './browser.js';

interface Uploaded {
  readonly id: string;
  readonly url: string;
}

/** The account of Ada, and Grace, with whom she shares some of it; Frances has an account, too. */
export class SharedAccount {
  private constructor(
    readonly server: ServerProcess,
    readonly ada: Caller,
    readonly accountId: string,
    private readonly browser: Browser,
    private readonly graceId: string,
  ) {}

  static async start(): Promise<SharedAccount> {
    const server = await ServerProcess.inMemory({ CAIRN_HUB_AUTH: 'required' });
    const browser = await setUp(server);
    const { account } = await browser.get<SessionRecord>('/api/session');
    const grace = await join(server, browser, 'Grace');
    await join(server, browser, 'Frances');
    const { user } = await grace.get<SessionRecord>('/api/session');
    return new SharedAccount(server, Caller.in(browser), account.id, grace, user.id);
  }

  /** Grace, in her own account. */
  get grace(): Caller {
    return Caller.in(this.browser);
  }

  get headers(): Readonly<Record<string, string>> {
    return { 'cairn-account': this.accountId };
  }

  /** The status for Grace in the account of Ada. */
  async as(method: string, path: string, body?: unknown): Promise<number> {
    const sent = { headers: this.headers, ...(body !== undefined && { body }) };
    return (await this.grace.send(method, path, sent)).status;
  }

  /** Ada gives it, to Grace unless somebody else is named. */
  async give(resource: object, role: GrantRole, to?: object): Promise<GrantRecord> {
    const grantee = to ?? { type: 'user', id: this.graceId };
    return (await this.ada.post('/api/grants', { resource, to: grantee, role })).json();
  }

  async takeAll(): Promise<void> {
    const { grants } = (await this.ada.get('/api/grants')).json<{ grants: GrantRecord[] }>();
    for (const { id } of grants) await this.ada.delete(`/api/grants/${id}`);
  }

  /** A private image of Ada. */
  async uploaded(parts: Partial<UploadParts> = {}): Promise<Uploaded> {
    const form = uploadForm({ bytes: fixtures.jpeg.bytes, path: 'open', ...parts });
    form.set('visibility', 'private');
    const answer = await this.server.fetch('/api/upload', { method: 'POST', body: form });
    return (await answer.json()) as Uploaded;
  }

  /** Grace uploads into the account of Ada. */
  async upload(path: string, address = '/api/upload'): Promise<Response> {
    return await this.server.fetch(address, {
      method: 'POST',
      key: null,
      headers: { cookie: this.browser.cookie, ...this.headers },
      body: uploadForm({ bytes: fixtures.png.bytes, path }),
    });
  }

  /** Of a file, for Grace. */
  async fileStatus(url: string): Promise<number> {
    return (await fetch(url, { headers: { cookie: this.browser.cookie } })).status;
  }

  async albumOf(ids: readonly string[]): Promise<string> {
    return (await this.ada.post('/api/albums', { title: 'Summer', images: ids })).json<AlbumRecord>().id;
  }
}
