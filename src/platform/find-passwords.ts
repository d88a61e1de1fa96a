import { type Answer, type FieldNames, type Json, namesOf, plainName } from './answer.ts'
import type { Operation } from './catalogue/operation.ts'
import { asText, findAll, objectLevels, statusMeant, visitTexts } from './find-fields.ts'
import { redacted, soundsLikePassword } from './redact.ts'
import { readWording, saysSomething } from './words/wording.ts'

/** The most passwords that are found. Only a list of customers has more, and each password takes time to remove. */
const mostPasswords = 5

/** A value with a blank is a sentence, and a shorter or longer value is no password that could be removed from a text. */
const asPassword = /^\S{4,200}$/

/** Values of a field such as `password_status` that say nothing secret. */
const plainValue = /^(?:true|false|null|undefined|hidden|(?:un)?changed|accepted|valid|correct)$/i

/**
 * The passwords that an answer names in fields, wherever the fields are. The answer may repeat them where no name shows that they are
 * passwords. A user ID is left out, and so is a word that says something about the outcome.
 */
export function findPasswords(data: Json | undefined, operation: Operation, names: FieldNames): readonly string[] {
  const values = new Set<string>()
  const userids = new Set<string>()
  const kinds = new Map<string, Set<string> | undefined>()
  const kindOf = (name: string): Set<string> | undefined => {
    const plain = plainName(name)
    if (names.userid.includes(plain)) return userids
    return names.password.includes(plain) || soundsLikePassword(name) ? values : undefined
  }
  visitTexts(data, (text, name) => {
    if (!kinds.has(name)) kinds.set(name, kindOf(name))
    kinds.get(name)?.add(text)
  })
  const isSecret = (text: string): boolean =>
    asPassword.test(text) &&
    !userids.has(text) &&
    !plainValue.test(text) &&
    statusMeant(text, names) === undefined &&
    !saysSomething(readWording(text, operation, names))
  const found: string[] = []
  for (const text of values) if (found.length < mostPasswords && isSecret(text)) found.push(text)
  return found
}

/**
 * Whether the mask in a stored answer may hide words that say something. A password in a field of its own says nothing, unless the field is
 * part of a message or an error. `text`: the stored text. `answer`: the stored text, interpreted.
 */
export function mayHideWords(text: string, answer: Pick<Answer, 'data' | 'names'>): boolean {
  const names = namesOf(answer)
  const passwords = objectLevels(answer.data, names)
    .flat()
    .flatMap((object) => findAll(object, 'password', names))
  return text.split(redacted).length - 1 !== passwords.filter((value) => asText(value) === redacted).length
}

/**
 * Whether the stored text of an answer means something else than the answer itself, or has another form: the mask may stand in place of an
 * object. `again`: the stored text, interpreted.
 */
export const isOtherwise = (answer: Answer, again: Answer): boolean =>
  again.verdict !== answer.verdict || formOf(again.data) !== formOf(answer.data)

const formOf = (data: Json | undefined): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'object' && value !== null ? value : 0))
