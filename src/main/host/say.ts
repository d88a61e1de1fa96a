import texts from '../../../resources/locales/host-en.json' with { type: 'json' }

/** What a host itself says, before and beside the page. */
export const hostTexts = texts

/** The text with its `{{names}}` filled in. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** That so many jobs are not sent yet. */
export function sayUnsent(count: number): string {
  return fillIn(count === 1 ? texts.close.message_one : texts.close.message_other, { count })
}
