import { useTranslation } from 'react-i18next'
import type { LabelPart } from '../../../../../shared/domain/label/label.ts'

/** The codes of a label that is still being read, and what each was taken for so far. */
export function CodesRead({ parts }: { readonly parts: readonly LabelPart[] }) {
  const { t } = useTranslation()
  return (
    <ul className="grid divide-y divide-line rounded-normal border border-line bg-surface">
      {parts.map(({ role, code, text }) => (
        <li
          key={`${role} ${String(code)} ${text}`}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2"
        >
          <span className="text-small text-soft">{t(`scan.roles.${role}`)}</span>
          <span translate="no" className="font-figures font-semibold [overflow-wrap:anywhere]">
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}
