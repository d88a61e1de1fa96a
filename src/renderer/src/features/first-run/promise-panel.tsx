import { CloudOff, ScanLine, TicketCheck, UserRoundPlus, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const promises: readonly { readonly name: 'scan' | 'customer' | 'hand'; readonly icon: LucideIcon }[] = [
  { name: 'scan', icon: ScanLine },
  { name: 'customer', icon: UserRoundPlus },
  { name: 'hand', icon: TicketCheck },
]

/** What Setdesk is for, in three lines. */
export function PromisePanel() {
  const { t } = useTranslation()
  return (
    <aside
      aria-label={t('firstRun.title')}
      className="flex flex-col gap-6 overflow-auto bg-welcome p-6 text-on-welcome wide:p-10 wide:pt-16"
    >
      <p className="text-display font-semibold">Setdesk</p>
      <p className="text-lead max-narrow:hidden">{t('firstRun.lead')}</p>
      <ol className="grid gap-5 max-narrow:hidden">
        {promises.map(({ name, icon: Icon }) => (
          <li key={name} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-3">
            <span aria-hidden className="grid size-10 place-items-center rounded-normal border border-on-welcome/40">
              <Icon size="1.25rem" strokeWidth={1.7} />
            </span>
            <span>
              <span className="block font-semibold">{t(`firstRun.promise.${name}`)}</span>
              <span className="block text-small">{t(`firstRun.promise.${name}Text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-auto flex items-start gap-3 border-t border-on-welcome/40 pt-4 text-small max-narrow:hidden">
        <CloudOff aria-hidden size="1.125rem" className="shrink-0" />
        {t('firstRun.promise.offline')}
      </p>
    </aside>
  )
}
