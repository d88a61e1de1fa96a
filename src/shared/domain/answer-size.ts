/** The longest response body that Setdesk reads, in bytes. */
export const largestAnswer = 8 * 1024 * 1024
