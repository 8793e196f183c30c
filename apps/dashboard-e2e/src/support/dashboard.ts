import { IN_MEMORY, openBrowser, ServerProcess, uploadForm } from '@cairn/harness';
import type { Browser, Page, ViewportSize } from 'playwright-core';
import { openPage, setUpOwner, type Purpose, type WatchedPage } from './browser.js';
import { pictureNamed } from './uploading.js';

interface DashboardOptions {
  /** Settings of the server. In memory unless they are given. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long the page may take to show what is looked for, in ms. */
  readonly timeoutMs?: number;
  readonly viewport?: ViewportSize;
  /** Whether the owner is there and signed in. */
  readonly hasOwner?: boolean;
  /** Public images unless it is given. */
  readonly purpose?: Purpose;
}

interface UploadFields {
  readonly path?: string;
  readonly tags?: string;
  readonly takenAt?: string;
  /** A tiny picture unless they are given. */
  readonly bytes?: Buffer;
}

/** A server of its own, and the page of its owner. */
export class Dashboard {
  private constructor(
    public server: ServerProcess,
    readonly browser: Browser,
    private readonly watched: WatchedPage,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async open(options: DashboardOptions = {}): Promise<Dashboard> {
    const { env = IN_MEMORY, timeoutMs, viewport, hasOwner = true, purpose } = options;
    const [server, browser] = await Promise.all([ServerProcess.start({ env }), openBrowser()]);
    const watched = await openPage(browser, viewport && { viewport });
    if (timeoutMs !== undefined) watched.page.setDefaultTimeout(timeoutMs);
    if (hasOwner) await setUpOwner(watched.page, server, purpose);
    return new Dashboard(server, browser, watched, env);
  }

  get page(): Page {
    return this.watched.page;
  }

  /** What went wrong in the page since it was opened. */
  faults(): readonly string[] {
    return this.watched.faults();
  }

  /** Goes to a view by its address. */
  async visit(path: string): Promise<void> {
    await this.page.goto(this.server.address + path);
  }

  /** @throws {Error} with the answer, unless the server does it. */
  async send(method: string, path: string, body?: object | string): Promise<Response> {
    const isText = typeof body === 'string';
    const response = await this.server.fetch(path, {
      method,
      headers: { 'content-type': isText ? 'application/x-ndjson' : 'application/json' },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  }

  /** Uploads an image as another program would. Resolves with its id. */
  async upload(name: string, fields: UploadFields = {}): Promise<string> {
    const body = uploadForm({ bytes: pictureNamed(name).buffer, name, ...fields });
    const response = await this.server.fetch('/api/upload', { method: 'POST', body });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    return ((await response.json()) as { readonly id: string }).id;
  }

  /** Makes a space with these features. */
  async fill(id: string, features: readonly object[] = []): Promise<void> {
    await this.send('POST', '/hub/spaces', { id, title: id.toUpperCase() });
    const lines = features.map((feature) => JSON.stringify(feature)).join('\n');
    if (features.length > 0) await this.send('POST', `/hub/spaces/${id}/features`, lines);
  }

  /** Starts the server again at its address, after it was killed. */
  async restart(): Promise<void> {
    const killed = this.server;
    const { dataDir, key, address } = killed;
    const env = { ...this.env, CAIRN_PORT: new URL(address).port };
    this.server = await ServerProcess.start({ env, dataDir, key, release: () => killed.dispose() });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.dispose();
  }
}
