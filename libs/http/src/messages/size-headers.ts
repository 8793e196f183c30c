/** The length of a request's body before it was compressed, as XYZ Hub calls it. */
export const INPUT_SIZE = 'X-Decompressed-Input-Size';
/** The length of a response's body before it is compressed. */
export const OUTPUT_SIZE = 'X-Decompressed-Output-Size';
