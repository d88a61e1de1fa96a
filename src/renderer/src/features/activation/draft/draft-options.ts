import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import {
  creationFlags,
  creationQuestions,
  creationTexts,
  settleCreation,
  takesOf,
  type CreationOptions,
  type CreationQuestion,
} from '../../../../../shared/domain/creation.ts'
import { createsCustomer } from './creates-customer.ts'

/** What of a connection says how customers are created, and what of it a technician is asked. */
export type OptionSettings = Pick<
  Connection,
  'creation' | 'creationAlone' | 'creationDefaults' | 'creationQuestions' | 'resellerId'
>
type Said = Pick<Draft, 'options' | 'flags'>

/** Where the asked options begin: from what the connection settles. Nothing where nothing is asked. */
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

/** How a creation was sent, as a draft again: with what was said of it, and with what the connection settled. */
export function optionsSent(
  said: CreationOptions | undefined,
  kind: Draft['kind'],
  settings: OptionSettings,
): Required<Said> {
  const { send } = settleCreation(said, kind === 'new-customer', settings)
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
 * What a draft says of the creation, as it is saved; nothing where nothing was asked. A correction says all there is: what it
 * leaves out is meant to be left out.
 */
export function readOptions(
  draft: Pick<Draft, 'correcting'> & Said,
  { creationDefaults, resellerId }: Pick<OptionSettings, 'creationDefaults' | 'resellerId'>,
): CreationOptions | undefined {
  const { creation = '', ...texts } = draft.options ?? {}
  const settled: CreationOptions = { reseller_id: resellerId, ...creationDefaults }
  const isSettled = (name: string): boolean => (settled[name as keyof CreationOptions] ?? '') !== ''
  // What is left empty or off where the connection settles nothing is not sent at all.
  const said = Object.fromEntries([
    ...(creation === '' ? [] : [['creation', creation]]),
    ...Object.entries(texts)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([name, text]) => text !== '' || isSettled(name)),
    ...Object.entries(draft.flags ?? {}).filter(([name, isOn]) => isOn || isSettled(name)),
  ]) as CreationOptions
  return Object.keys(said).length === 0 && draft.correcting === undefined ? undefined : said
}

/**
 * What a technician is asked in this draft: what the operator wants asked, as far as the call takes it, and the currency
 * where the call needs one that nobody settled. Of a creation that was refused all that can be at fault is asked, the call
 * apart.
 */
export function questionsFor(
  draft: Pick<Draft, 'kind' | 'correcting'> & Said,
  settings: OptionSettings,
): readonly CreationQuestion[] {
  if (!createsCustomer(draft.kind)) return []
  const { creation, send } = settleCreation(readOptions(draft, settings), draft.kind === 'new-customer', settings)
  const takes = takesOf(creation)
  const needsCurrency = takes.currency && (settings.creationDefaults.currency ?? '') === ''
  const isWanted = (name: CreationQuestion): boolean =>
    settings.creationQuestions.includes(name) || (draft.correcting !== undefined && name !== 'creation')
  const isAsked = (name: CreationQuestion): boolean => {
    if (name === 'currency')
      return takes.currency && (needsCurrency || isWanted(name) || send['currency'] === undefined)
    if (name === 'currencyCheck' || name === 'checkProduct' || name === 'checkCountry')
      return takes.currency && isWanted(name)
    return isWanted(name)
  }
  return creationQuestions.filter(isAsked)
}

/** What is missing of the options, by name; the asynchronous call needs a currency. */
export function optionProblems(
  draft: Pick<Draft, 'kind' | 'correcting'> & Said,
  settings: OptionSettings,
): { readonly currency?: 'required' } {
  const { creation, send } = settleCreation(readOptions(draft, settings), draft.kind === 'new-customer', settings)
  return takesOf(creation).currency && send['currency'] === undefined ? { currency: 'required' } : {}
}
