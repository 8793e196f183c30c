/** What a key may be used for; `admin` is to manage every account and everyone's keys and spaces. */
export const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write', 'admin'] as const;

export type Scope = (typeof scopes)[number];
