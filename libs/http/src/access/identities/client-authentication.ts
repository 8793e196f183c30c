/** Ways to send the secret of a client (OpenID Connect Core §9), in the order in which they are tried. */
const WAYS = ['client_secret_basic', 'client_secret_post'] as const;

type Way = (typeof WAYS)[number];

/**
 * The ways that a client with a secret may try. Providers list the ways of all clients, and accept from each client
 * only the registered way: by default `client_secret_basic` (Dynamic Client Registration §2, Discovery §3).
 */
export function waysOffered(offered: readonly string[] | undefined): readonly Way[] {
  const ways = WAYS.filter((way) => offered?.includes(way) ?? false);
  return ways.length === 0 ? ['client_secret_basic'] : ways;
}

/** The same client, configured for each way to authenticate. */
export class ClientWays<Client> {
  /** @param clients The way that worked last comes first. */
  constructor(private clients: readonly Client[]) {}

  /** Sends a request in the way that worked last. If the provider refuses the client, tries the other ways. */
  async send<T>(request: (client: Client) => Promise<T>): Promise<T> {
    let refusal: unknown;
    for (const client of this.clients) {
      try {
        const answer = await request(client);
        this.clients = [client, ...this.clients.filter((one) => one !== client)];
        return answer;
      } catch (error) {
        if (!isRefusedClient(error)) throw error;
        refusal ??= error;
      }
    }
    throw refusal;
  }
}

/** RFC 6749 §5.2: `invalid_client`, or 401 with a challenge. */
function isRefusedClient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'WWWAuthenticateChallengeError' || ('error' in error && error.error === 'invalid_client')
  );
}
