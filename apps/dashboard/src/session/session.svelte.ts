import { at } from '../api/base-path.ts';
import type { SessionRecord } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { client } from '../api/client.ts';
import { router } from '../routing/router.svelte.ts';

/** Tells the other tabs of this browser that someone has signed in or out. */
const tabs = new BroadcastChannel('cairn-session');

/** Who is signed in. */
class CurrentSession {
  current = $state.raw<SessionRecord>();
  error = $state.raw<unknown>();
  isStarting = $state(true);
  /** Whether nobody can sign in yet, so that the server has to be set up first. */
  needsSetup = $state(false);

  constructor() {
    tabs.onmessage = () => location.reload();
  }

  /** Finds out whether someone is signed in. Who signs in meanwhile stays so, whatever the answer is. */
  async start(): Promise<void> {
    this.error = undefined;
    try {
      const found = await client.session.get();
      this.current ??= found;
    } catch (error) {
      if (isCairnError(error, 'unauthorized')) await this.askForSetup();
      else if (this.current === undefined) this.error = error;
    } finally {
      this.isStarting = false;
    }
  }

  /** Goes on as someone who has signed in just now. */
  begin(session: SessionRecord): void {
    this.current = session;
    this.needsSetup = false;
    this.error = undefined;
    tabs.postMessage('changed');
  }

  /** Ends the session here, and shows that in every tab. */
  async signOut(): Promise<void> {
    await client.session.signOut();
    this.leave();
  }

  /** Leaves the page as someone whose session has ended. Loaded anew, it keeps nothing of what was shown. */
  leave(): void {
    tabs.postMessage('changed');
    location.assign(at('/sign-in'));
  }

  /** Finds out whether the session has ended elsewhere. Loaded anew, the page keeps nothing of what was shown. */
  async check(): Promise<void> {
    try {
      await client.session.get();
    } catch (error) {
      if (isCairnError(error, 'unauthorized')) location.reload();
    }
  }

  /** Goes to the sign-in, and from there back to where the page is now. */
  askToSignIn(): void {
    const from = router.url.pathname + router.url.search;
    router.go(from === '/' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(from)}`, { replace: true });
  }

  may(scope: SessionRecord['scopes'][number]): boolean {
    return this.current?.scopes.includes(scope) ?? false;
  }

  private async askForSetup(): Promise<void> {
    const isNeeded = await client.session.isSetupNeeded();
    this.needsSetup = isNeeded && this.current === undefined;
  }
}

export const session = new CurrentSession();
