import texts from '../../../resources/locales/host-en.json' with { type: 'json' }

/** The texts that a host shows outside the page. */
export const hostTexts = texts

/** The text with its `{{names}}` filled in. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The sentence that says how many jobs are unsent. */
export function sayUnsent(count: number): string {
  return fillIn(count === 1 ? texts.close.message_one : texts.close.message_other, { count })
}
