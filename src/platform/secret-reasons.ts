import { matchAt } from './secret-sentences.ts'

/** What a platform says about a secret in place of the secret, as in "Token: expired", in the five languages of the interface. */
const reasonWords = `
  required mandatory missing empty expired invalid incorrect wrong bad rejected refused denied failed error disabled blocked locked revoked
  inactive unknown unauthorized must should needs? cannot minimum maximum not no is has was does too only already
  obligatori[oa] requerid[oa] inválid[oa] incorrect[oa] expirad[oa] caducad[oa] vencid[oa] vací[oa] falta errone[oa] erróne[oa] debe
  mínim[oa] máxim[oa] demasiado deshabilitad[oa] desactivad[oa] bloquead[oa] rechazad[oa] denegad[oa] desconocid[oa]
  obrigatóri[oa] incorret[oa] vazi[oa] ausente errad[oa] deve não muito desativad[oa] rejeitad[oa] negad[oa] recusad[oa]
  obligatoire requise? invalide incorrecte? erronée? expirée? vide manquante? absente? doit non pas trop désactivée? bloquée? refusée?
  rejetée? inconnue?
  مطلوبة? إلزامية? غير خاطئة? خطأ منتهية? مفقودة? فارغة? ناقصة? معطلة? محظورة? قصيرة? طويلة? يجب لا ليست?
`

/** What a reason may be about. Such a word is kept only if one of the reasons follows soon, as in "Token: company disabled". */
const subjectWords = `
  the this your an? customer company user account field value client cliente usuario usuário utilisateur compte cuenta conta empresa société
  campo champ le la el العميل المستخدم الشركة الحساب الحقل
`

/** Matches one of the words. An accented letter may be escaped, or written without its accent. */
const anyOf = (words: string): string => {
  const spelled = words.trim().replace(/[à-ü]/g, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return String.raw`(?:${letter}|${letter.normalize('NFD').charAt(0)}|\\{1,4}u00${code})`
  })
  return `(?:${spelled.split(/\s+/).join('|')})`
}

const wordEnd = String.raw`(?=[.!:]?(?:$|[\s"'\\<>&,;|}\])،。；]))`
const reason = anyOf(reasonWords) + wordEnd
const saidReason = new RegExp(
  String.raw`${reason}|${anyOf(subjectWords)}(?:\s{1,5}[\p{L}\p{N}]{1,30}){0,3}\s{1,5}${reason}|try\s{1,5}again`,
  'iuy',
)

/** Whether a reason is at this position, and not a secret. */
export const isReasonAt = (text: string, at: number): boolean => matchAt(saidReason, text, at) !== null

/** The length limit of a list of reasons, in characters. */
const longestList = 5000

const withReason = new RegExp(String.raw`(?<![\p{L}\p{N}])${reason}`, 'iu')
/** Matches words that may be secrets: a letter beside a digit, or a PIN. */
const secretLike = /\p{L}\p{N}|\p{N}\p{L}|\p{N}{4}/u

/** Whether a list in JSON, or in JSON inside JSON, has only sentences with reasons. The interface's passwords have no blanks. */
export function isListOfReasons(list: string): boolean {
  if (list.length > longestList) return false
  const values = parse(list) ?? parse(String(parse(`"${list}"`)))
  return Array.isArray(values) && values.length > 0 && values.every(isSentence)
}

const isSentence = (value: unknown): boolean =>
  typeof value === 'string' && /\S\s+\S/.test(value) && withReason.test(value) && !secretLike.test(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
