export { NodeOutgoingHttp, type OutgoingHttpOptions } from './node-outgoing-http.js';
export { AllowedAddresses } from './allowed-addresses.js';
