import { isCairnError } from '@cairn/client';
import { client, useKey } from '../api/client.ts';
import { router } from '../routing/router.svelte.ts';

/** Who is signed in. */
export interface Caller {
  /** What the caller may do; `undefined` if that is not known. */
  readonly scopes?: readonly string[];
}

const STORED = 'cairn-key';

/** Who uses the page: someone with an API key, which is kept until the tab is closed. */
class CurrentSession {
  current = $state.raw<Caller>();
  error = $state.raw<unknown>();
  isStarting = $state(true);

  /** Finds out whether someone is signed in. */
  async start(): Promise<void> {
    this.error = undefined;
    const key = sessionStorage.getItem(STORED);
    try {
      if (key !== null) await this.signIn(key);
    } catch (error) {
      if (isCairnError(error, 'unauthorized')) this.signOut();
      else this.error = error;
    } finally {
      this.isStarting = false;
    }
  }

  /** @throws {CairnError} `unauthorized` if the key is wrong, expired or revoked. */
  async signIn(key: string): Promise<void> {
    useKey(key);
    try {
      this.current = await this.identify();
      sessionStorage.setItem(STORED, key);
    } catch (error) {
      useKey(undefined);
      throw error;
    }
  }

  signOut(): void {
    sessionStorage.removeItem(STORED);
    useKey(undefined);
    this.current = undefined;
    router.go('/sign-in');
  }

  /** Goes to the sign-in, and from there back to where the page is now. */
  askToSignIn(): void {
    const from = router.url.pathname + router.url.search;
    router.go(`/sign-in?from=${encodeURIComponent(from)}`, { replace: true });
  }

  /** Whether the caller may; unknown scopes are left to the server to refuse. */
  may(scope: string): boolean {
    return this.current?.scopes?.includes(scope) ?? true;
  }

  private async identify(): Promise<Caller> {
    try {
      await client().quota();
    } catch (error) {
      if (!isCairnError(error, 'forbidden')) throw error;
    }
    return {};
  }
}

export const session = new CurrentSession();
