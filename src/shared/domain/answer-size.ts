/** The longest response body that is read, in bytes. A longer one is not read. */
export const largestAnswer = 8 * 1024 * 1024
