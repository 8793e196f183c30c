import type { Locator, Page } from 'playwright-core';
import type { Dashboard } from './dashboard.js';
import { drop, type ChosenFile } from './uploading.js';

/** A feature as the server has it. */
export interface StoredFeature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Imports files into spaces as someone does. */
export class Importing {
  constructor(private readonly dashboard: Dashboard) {}

  private get page(): Page {
    return this.dashboard.page;
  }

  dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  button(name: string | RegExp): Locator {
    return this.dialog().getByRole('button', { name, exact: true });
  }

  /** Resolves when the dialog shows the text. */
  async seen(text: string | RegExp): Promise<void> {
    await this.dialog().getByText(text).first().waitFor();
  }

  async choose(file: ChosenFile): Promise<void> {
    await this.page.setInputFiles('dialog input[type=file]', file);
  }

  async openSettings(): Promise<void> {
    await this.dialog().getByText('Change how the file is read').click();
  }

  async heading(name: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  /** Goes to a space that `fill` has made, and drops the file on it. */
  async drop(space: string, file: ChosenFile): Promise<void> {
    await this.dashboard.fill(space);
    await this.dashboard.visit(`/spaces/${space}`);
    await this.heading(space.toUpperCase());
    await drop(this.page, [file]);
  }

  async read<T>(path: string): Promise<T> {
    return (await (await this.dashboard.server.fetch(path)).json()) as T;
  }

  async stored(space: string): Promise<readonly StoredFeature[]> {
    const { features } = await this.read<{ readonly features: readonly StoredFeature[] }>(
      `/hub/spaces/${space}/search`,
    );
    return features;
  }

  /** The titles of all spaces. */
  async spaces(): Promise<readonly string[]> {
    return (await this.read<readonly { readonly title: string }[]>('/hub/spaces')).map(({ title }) => title);
  }
}
