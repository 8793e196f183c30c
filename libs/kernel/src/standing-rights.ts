/** Knows what users and keys may do at the time when the work that they asked for is carried out. */
export abstract class StandingRights {
  /** Whether a user or a key (`user:ID`, `key:ID`) has the role in the account, or a stronger one, at this time. */
  abstract holds(bearer: string, accountId: string, role: 'editor' | 'manager'): Promise<boolean>;
}
