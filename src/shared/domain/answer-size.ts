/** The longest response body, in bytes. Setdesk does not read a longer one. */
export const largestAnswer = 8 * 1024 * 1024
