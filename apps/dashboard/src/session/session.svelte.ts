import { at } from '../api/base-path.ts';
import type { SessionRecord } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { client } from '../api/client.ts';
import { router } from '../routing/router.svelte.ts';

/** Tells the other tabs of this browser about sign-ins and sign-outs. */
const tabs = new BroadcastChannel('cairn-session');

/** Who is signed in. */
class CurrentSession {
  current = $state.raw<SessionRecord>();
  error = $state.raw<unknown>();
  isStarting = $state(true);
  /** Whether nobody can sign in yet, so that the server must be set up first. */
  needsSetup = $state(false);
  /** Whether this tab signs out: what it is refused meanwhile opens nothing else. */
  private isLeaving = false;

  constructor() {
    tabs.onmessage = () => location.reload();
  }

  /** Finds out whether somebody is signed in. A sign-in that happens in the meantime takes precedence. */
  async start(): Promise<void> {
    this.error = undefined;
    try {
      const found = await client.call('GET /api/session');
      this.current ??= found;
    } catch (error) {
      if (isCairnError(error, 'unauthorized')) await this.askForSetup();
      else if (this.current === undefined) this.error = error;
    } finally {
      this.isStarting = false;
    }
  }

  /** Continues as a user who has just signed in. */
  begin(session: SessionRecord): void {
    this.current = session;
    this.needsSetup = false;
    this.error = undefined;
    tabs.postMessage('changed');
    // After whoever called this has gone to another view.
    if (!isOfDocument(session)) setTimeout(() => location.reload());
  }

  /** Opens the page again, in every tab, as that of another base map. */
  reopen(): void {
    tabs.postMessage('changed');
    location.reload();
  }

  /** Reads it again after a change of names, for every tab that asks later. */
  async renew(): Promise<void> {
    this.current = await client.call('GET /api/session');
  }

  /** Ends the session, and shows this in every tab. */
  async signOut(): Promise<void> {
    this.isLeaving = true;
    try {
      await client.call('DELETE /api/session');
    } catch (error) {
      this.isLeaving = false;
      throw error;
    }
    this.leave();
  }

  /** Reloads the page as that of somebody who is signed out, so that it keeps no data. */
  leave(): void {
    this.isLeaving = true;
    tabs.postMessage('changed');
    location.assign(at('/sign-in'));
  }

  /** Checks whether the session has ended elsewhere. If so, reloads the page, so that it keeps no data. */
  async check(): Promise<void> {
    try {
      await client.call('GET /api/session');
    } catch (error) {
      if (isCairnError(error, 'unauthorized') && !this.isLeaving) location.reload();
    }
  }

  /** Goes to the sign-in, which later returns to the current address. */
  askToSignIn(): void {
    const from = router.url.pathname + router.url.search;
    router.go(from === '/' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(from)}`, { replace: true });
  }

  may(scope: SessionRecord['scopes'][number]): boolean {
    return this.current?.scopes.includes(scope) ?? false;
  }

  private async askForSetup(): Promise<void> {
    const isNeeded = (await client.call('GET /api/setup')).needed;
    this.needsSetup = isNeeded && this.current === undefined;
  }
}

/** A document allows what the base map of its account loads, and nothing of others. */
function isOfDocument({ account: { baseMap } }: SessionRecord): boolean {
  if (baseMap === null) return true; // that of the server, as the document of nobody has it
  const { origins: _, ...told } = baseMap;
  const known = document.querySelector<HTMLElement>('[data-base-map]')?.dataset.baseMap;
  return known === JSON.stringify(told);
}

export const session = new CurrentSession();
