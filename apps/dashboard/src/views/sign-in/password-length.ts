/** The server refuses shorter ones. */
export const MIN_PASSWORD_LENGTH = 10;
