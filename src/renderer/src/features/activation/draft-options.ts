import type { Draft } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection.ts'
import {
  creationFlags,
  creationQuestions,
  creationTexts,
  settleCreation,
  takesOf,
  type CreationFlag,
  type CreationOptions,
  type CreationQuestion,
} from '../../../../shared/domain/creation.ts'

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

/** What a job said, as a draft again; what it did not say stays as in an empty draft. */
export function optionsOf(said: CreationOptions | undefined, empty: Said): Said {
  if (said === undefined) return {}
  const texts = (['creation', ...creationTexts] as const).filter((name) => said[name] !== undefined)
  const flags = creationFlags.filter((name) => said[name] !== undefined)
  return {
    options: { ...empty.options, ...Object.fromEntries(texts.map((name) => [name, said[name]])) },
    flags: { ...empty.flags, ...Object.fromEntries(flags.map((name) => [name, said[name]])) },
  }
}

/** What a draft says of the creation, as it is saved; nothing where nothing was asked. */
export function readOptions(
  draft: Said,
  { creationDefaults }: Pick<OptionSettings, 'creationDefaults'>,
): CreationOptions | undefined {
  const { creation = '', ...texts } = draft.options ?? {}
  // A switch that was left off where the connection settles nothing is not sent at all.
  const flags = Object.entries(draft.flags ?? {}).filter(
    ([name, isOn]) => isOn || creationDefaults[name as CreationFlag] !== undefined,
  )
  const said = Object.fromEntries([
    ...(creation === '' ? [] : [['creation', creation]]),
    ...Object.entries(texts).map(([name, text]) => [name, text.trim()]),
    ...flags,
  ]) as CreationOptions
  return Object.keys(said).length === 0 ? undefined : said
}

/**
 * What a technician is asked in this draft: what the operator wants asked, as far as the call takes it, and the currency
 * where the call needs one that nobody settled.
 */
export function questionsFor(draft: Pick<Draft, 'kind'> & Said, settings: OptionSettings): readonly CreationQuestion[] {
  const { creation, send } = settleCreation(readOptions(draft, settings), draft.kind === 'new-customer', settings)
  const takes = takesOf(creation)
  const needsCurrency = takes.currency && (settings.creationDefaults.currency ?? '') === ''
  const isAsked = (name: CreationQuestion): boolean => {
    if (name === 'currency')
      return (
        takes.currency && (needsCurrency || settings.creationQuestions.includes(name) || send['currency'] === undefined)
      )
    if (name === 'currencyCheck' || name === 'checkProduct' || name === 'checkCountry')
      return takes.currency && settings.creationQuestions.includes(name)
    return settings.creationQuestions.includes(name)
  }
  return creationQuestions.filter(isAsked)
}

/** What is missing of the options, by name; the asynchronous call needs a currency. */
export function optionProblems(
  draft: Pick<Draft, 'kind'> & Said,
  settings: OptionSettings,
): { readonly currency?: 'required' } {
  const { creation, send } = settleCreation(readOptions(draft, settings), draft.kind === 'new-customer', settings)
  return takesOf(creation).currency && send['currency'] === undefined ? { currency: 'required' } : {}
}
