import { useTranslation } from 'react-i18next'
import { creationFlags, creationTexts, type CreationOptions } from '../../../../shared/domain/creation.ts'

/** What a technician said of how the customer is created, a line each. */
export function CreationLines({ options }: { readonly options: CreationOptions }) {
  const { t } = useTranslation()
  const texts = (['creation', ...creationTexts] as const).filter((name) => (options[name] ?? '') !== '')
  const flags = creationFlags.filter((name) => options[name] !== undefined)
  return (
    <>
      {texts.map((name) => (
        <span key={name} className="block">
          {t('ticket.creation.text', { name: t(`activation.options.${name}`), value: options[name] })}
        </span>
      ))}
      {flags.map((name) => (
        <span key={name} className="block text-small text-soft">
          {t(options[name] === true ? 'ticket.creation.yes' : 'ticket.creation.no', {
            name: t(`activation.options.${name}`),
          })}
        </span>
      ))}
    </>
  )
}

/** Whether anything was said of it. */
export function saysCreation(options: CreationOptions | undefined): options is CreationOptions {
  return Object.values(options ?? {}).some((value) => value !== '')
}
