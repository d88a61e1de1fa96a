import { useTranslation } from 'react-i18next'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import type { TaughtNames } from '../../../../../shared/domain/teach/taught-names.ts'
import { lookInside } from '../../../../../shared/domain/teach/teach-leaf.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

interface HiddenNoticeProps {
  readonly look: Response<'teaching.look'> | undefined
  readonly names: TaughtNames
  readonly onChange: (names: TaughtNames) => void
}

/** Names that are known stand where Setdesk does not look yet: one press makes it look there. */
export function HiddenNotice({ look, names, onChange }: HiddenNoticeProps) {
  const { t } = useTranslation()
  const hidden = look?.leaves.filter(({ isHidden }) => isHidden === true) ?? []
  if (look === undefined || look.understood.records.length > 0 || hidden.length === 0) return undefined
  const inside = hidden.reduce(
    (all, leaf) => (leaf.known === undefined ? all : lookInside(all, leaf, leaf.known)),
    names,
  )
  const places = [...new Set(hidden.flatMap(({ keys }) => keys.filter((key) => key !== '[]').slice(0, -1)))]
  return (
    <Notice
      tone="info"
      acts={
        <Button
          onPress={() => {
            onChange(inside)
          }}
        >
          {t('console.teach.lookInside')}
        </Button>
      }
    >
      {t('console.teach.hidden', { names: places.join(', ') })}
    </Notice>
  )
}
