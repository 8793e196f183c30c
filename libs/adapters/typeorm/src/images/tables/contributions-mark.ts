/** The migration that adds guests, what waits for approval, and the limits of links. */
export const CONTRIBUTIONS = 'Contributions1796800000820';
