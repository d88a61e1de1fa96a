import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { queuePath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PileCount } from './pile.ts'
import type { Pile } from './use-pile.ts'

export interface SavePileProps {
  readonly hostname: string
  readonly pile: Pile
  readonly count: PileCount
}

/** The one act of the pile: what lacks becomes a job a box. Pressed twice it is saved once. */
export function SavePile({ hostname, pile, count }: SavePileProps) {
  const { t } = useTranslation()
  const add = useCall('hostname.add')
  const [saved, setSaved] = useState<Response<'hostname.add'>>()
  /** Kept until it is known that it was saved: a call whose answer was lost is made again as the same one. */
  const draft = useRef<string>(undefined)
  const save = async (): Promise<void> => {
    draft.current ??= crypto.randomUUID()
    const boxes = pile.lines.flatMap(({ raw, reading, verdict }) =>
      reading.ok && (verdict === 'new' || verdict === 'uncompared')
        ? [{ identifier: reading.identifier, raw, model: '' }]
        : [],
    )
    const reply = await add.run({ draftId: draft.current, hostname, boxes })
    if (!reply.ok) return
    draft.current = undefined
    setSaved(reply.value)
    await pile.lookForWork()
  }
  return (
    <>
      <ErrorNotice error={add.error} />
      {saved === undefined ? undefined : (
        <Notice
          tone={saved.left.length === 0 ? 'good' : 'warning'}
          title={t('hostnames.saved.title', { count: saved.ids.length })}
          acts={
            <LinkButton to={queuePath('all')} size="small">
              {t('hostnames.saved.open')}
            </LinkButton>
          }
        >
          {t('hostnames.saved.note')}
          {saved.left.length === 0 ? undefined : ` ${t('hostnames.saved.left', { count: saved.left.length })}`}
        </Notice>
      )}
      {count.lacking === 0 ? undefined : (
        <div>
          <Button variant="primary" size="large" isDisabled={add.isBusy} onPress={() => void save()}>
            {t('hostnames.pile.save', { count: count.lacking, hostname })}
          </Button>
        </div>
      )}
    </>
  )
}
