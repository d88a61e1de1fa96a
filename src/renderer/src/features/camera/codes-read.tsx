import { useTranslation } from 'react-i18next'
import type { SortedLabel } from '../../../../shared/domain/label/sort-label.ts'
import { Button } from '../../ui/button.tsx'
import type { BoxText } from '../scan/box-reading.tsx'
import { boxOfLabel, boxOfPart } from './box-of-label.ts'

export interface CodesReadProps {
  readonly label: SortedLabel
  /** Another code than the one that was taken for the box; without it there is nothing to choose yet. */
  readonly onTake?: (box: BoxText) => void
}

/** The codes of a label and what each was taken for. */
export function CodesRead({ label, onTake }: CodesReadProps) {
  const { t } = useTranslation()
  const chosen = boxOfLabel(label)?.raw
  return (
    <ul className="grid divide-y divide-line rounded-normal border border-line bg-surface">
      {label.parts.map((part) => {
        const box = part.text === chosen ? undefined : boxOfPart(part)
        return (
          <li
            key={`${part.role} ${String(part.code)} ${part.text}`}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2"
          >
            <span className="text-small text-soft">{t(`camera.roles.${part.role}`)}</span>
            <span className="flex min-w-0 flex-wrap items-center justify-end gap-2">
              <span translate="no" className="font-figures font-semibold [overflow-wrap:anywhere]">
                {part.text}
              </span>
              {box === undefined || onTake === undefined ? undefined : (
                <Button
                  size="small"
                  onPress={() => {
                    onTake(box)
                  }}
                >
                  {t('camera.read.take')}
                </Button>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
