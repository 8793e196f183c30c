/** Where the server listens unless its settings say otherwise: for this machine alone. */
export const OWN_HOST = '127.0.0.1';
export const OWN_PORT = 8080;
