/** Replaces the digits that Arabic and Persian keyboards type by 0 to 9. */
export const westernDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
