/** Bytes of an answer's body; what is longer is not read. */
export const largestAnswer = 8 * 1024 * 1024
