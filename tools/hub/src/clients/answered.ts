/** What of an answer a client uses, as far as it is the same in every run. */
export interface Answered {
  readonly status: number;
  /** The names of the members of a JSON object. */
  readonly members?: readonly string[];
  /** Of its features. */
  readonly ids?: readonly string[];
  /** Of a space or a feature; the server may have made it. */
  readonly id?: string;
  /** Where an iteration goes on. */
  readonly handle?: string;
  readonly count?: number;
}

export function summaryOf(status: number, text: string): Answered {
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { status };
  const members: Readonly<Record<string, unknown>> = { ...body };
  const { features, id, handle, count } = members;
  return {
    status,
    members: Object.keys(members).sort(),
    ...(Array.isArray(features) && { ids: features.map((feature: { id: string }) => feature.id).sort() }),
    ...(typeof id === 'string' && { id }),
    ...(typeof handle === 'string' && { handle }),
    ...(typeof count === 'number' && { count }),
  };
}
