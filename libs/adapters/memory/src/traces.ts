import { erasedUsers, type Erased, type TraceKind } from '@cairn/kernel';

/** What one repository knows of an owner. */
export interface TraceHolder {
  readonly kind: TraceKind;
  count(erased: Erased): number;
  /** Erased only once nothing of these kinds is left. */
  readonly after?: readonly TraceKind[] | undefined;
  /** Absent where a use case deletes it. Returns how many records were erased. */
  readonly erase?: ((erased: Erased) => number) | undefined;
}

/** Whether a record names somebody who is erased. */
export type Names<T> = (record: T, erased: Erased) => boolean;

/** Records that only count: a use case deletes them. */
export const counted = <T>(kind: TraceKind, records: () => Iterable<T>, names: Names<T>): TraceHolder => ({
  kind,
  count: (erased) => [...records()].filter((record) => names(record, erased)).length,
});

/** Records of a map that go as a whole. */
export const going = <T>(kind: TraceKind, records: Map<string, T>, names: Names<T>): TraceHolder => ({
  ...counted(kind, () => records.values(), names),
  erase: (erased) => {
    const found = [...records].filter(([, record]) => names(record, erased));
    for (const [key] of found) records.delete(key);
    return found.length;
  },
});

/** Records of a map that stay without the name. */
export const forgetting = <T>(
  kind: TraceKind,
  records: Map<string, T>,
  { names, without }: { readonly names: Names<T>; readonly without: (record: T) => T },
): TraceHolder => ({
  ...counted(kind, () => records.values(), names),
  erase: (erased) => {
    const found = [...records].filter(([, record]) => names(record, erased));
    for (const [key, record] of found) records.set(key, without(record));
    return found.length;
  },
});

export const isOwners = ({ owner }: { readonly owner: string }, erased: Erased): boolean =>
  owner === erased.owner;

export const isAccounts = (
  { accountId }: { readonly accountId?: string | undefined },
  erased: Erased,
): boolean => accountId === erased.owner;

export const isUsers = ({ userId }: { readonly userId?: string | undefined }, erased: Erased): boolean =>
  userId !== undefined && erasedUsers(erased).includes(userId);

/** Whether an actor is erased. */
export const isErased = (actor: string | undefined, { actors }: Erased): boolean =>
  actor !== undefined && actors.includes(actor);
