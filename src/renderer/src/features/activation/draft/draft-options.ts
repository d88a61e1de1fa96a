import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import {
  creationFlags,
  creationQuestions,
  creationTexts,
  currencyFlags,
  settleCreation,
  takesOf,
  type CreationOptions,
  type CreationQuestion,
  type CreationSettings,
} from '../../../../../shared/domain/customer/creation.ts'

/** The connection settings that say how customers are created and what the technician is asked. */
export type OptionSettings = CreationSettings & Pick<Connection, 'creationQuestions'>
type Said = Pick<Draft, 'options' | 'flags'>
type CreationDraft = Pick<Draft, 'kind' | 'withoutBox' | 'correcting'> & Said

/** The initial values of the options that are asked, taken from the connection. Empty if none is asked. */
export function beginOptions({ creationDefaults, creationQuestions: asked, resellerId }: OptionSettings): Said {
  if (asked.length === 0) return {}
  const settled: CreationOptions = { reseller_id: resellerId, ...creationDefaults }
  return {
    options: Object.fromEntries(
      (['creation', ...creationTexts] as const)
        .filter((name) => asked.includes(name))
        .map((name) => [name, settled[name] ?? '']),
    ),
    flags: Object.fromEntries(
      creationFlags.filter((name) => asked.includes(name)).map((name) => [name, settled[name] ?? false]),
    ),
  }
}

/** The options of a creation that was sent, as draft values: the technician's own and the connection's. */
export function optionsSent(
  said: CreationOptions | undefined,
  hasBox: boolean,
  settings: OptionSettings,
): Required<Said> {
  const { send } = settleCreation(said, hasBox, settings)
  const { reellerid, reseller_id = reellerid } = send
  const sent: typeof send = { ...send, ...(reseller_id !== undefined && { reseller_id }) }
  return {
    options: {
      creation: said?.creation ?? '',
      ...Object.fromEntries(creationTexts.map((name) => [name, String(sent[name] ?? '')])),
    },
    flags: Object.fromEntries(creationFlags.map((name) => [name, sent[name] === true])),
  }
}

/**
 * The creation options of a draft, as they are saved; undefined if the technician set none. A correction saves all
 * options, because a missing one means that it is not to be sent.
 */
export function readOptions(
  draft: Pick<Draft, 'correcting'> & Said,
  { creationDefaults, resellerId }: OptionSettings,
): CreationOptions | undefined {
  const { creation = '', ...texts } = draft.options ?? {}
  const settled: CreationOptions = { reseller_id: resellerId, ...creationDefaults }
  const isSettled = (name: string): boolean => (settled[name as keyof CreationOptions] ?? '') !== ''
  // An empty text or a flag that is off is saved only if it overrides a value of the connection.
  const said = Object.fromEntries([
    ...(creation === '' ? [] : [['creation', creation]]),
    ...Object.entries(texts)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([name, text]) => text !== '' || isSettled(name)),
    ...Object.entries(draft.flags ?? {}).filter(([name, isOn]) => isOn || isSettled(name)),
  ]) as CreationOptions
  return Object.keys(said).length === 0 && draft.correcting === undefined ? undefined : said
}

/** The creation that this draft leads to. */
export function settleDraft(draft: CreationDraft, settings: OptionSettings): ReturnType<typeof settleCreation> {
  return settleCreation(readOptions(draft, settings), draft.withoutBox !== true, settings)
}

/**
 * The options that the form shows for this draft: those that the connection asks for, and for a correction all but the call itself.
 * Options of the currency are shown only if the call takes one; a currency that is still missing is always shown then.
 */
export function questionsFor(draft: CreationDraft, settings: OptionSettings): readonly CreationQuestion[] {
  if (draft.kind !== 'new-customer') return []
  const { creation, send } = settleDraft(draft, settings)
  const takes = takesOf(creation)
  const needsCurrency = (settings.creationDefaults.currency ?? '') === '' || send['currency'] === undefined
  const isWanted = (name: CreationQuestion): boolean =>
    settings.creationQuestions.includes(name) || (draft.correcting !== undefined && name !== 'creation')
  const isAsked = (name: CreationQuestion): boolean => {
    if (name === 'currency') return takes.currency && (needsCurrency || isWanted(name))
    const isOfCurrency = currencyFlags.some((flag) => flag === name)
    return isWanted(name) && (takes.currency || !isOfCurrency)
  }
  return creationQuestions.filter(isAsked)
}

/** Problems of the options, by name. The asynchronous call needs a currency. */
export function optionProblems(draft: CreationDraft, settings: OptionSettings): { readonly currency?: 'required' } {
  const { creation, send } = settleDraft(draft, settings)
  return takesOf(creation).currency && send['currency'] === undefined ? { currency: 'required' } : {}
}
