import texts from '../../../resources/locales/host-en.json' with { type: 'json' }

export const hostTexts = texts

export const fillIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

export const sayUnsent = (count: number): string =>
  fillIn(count === 1 ? texts.close.message_one : texts.close.message_other, { count })
