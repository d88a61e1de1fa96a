import { useTranslation } from 'react-i18next'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { knownOf, secondSending, compareStandings } from './decision.ts'
import { formatMac, type DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'

/** A value that the platform's own console shows if the step has arrived. */
interface Sign {
  readonly of: 'userid' | 'name' | 'box' | 'hostname' | 'product' | 'endDate' | 'endDateMoved' | 'disabled' | 'enabled'
  /** Empty if the name says it all. */
  readonly value: string
}

const sign = (of: Sign['of'], value: string | undefined): readonly Sign[] =>
  value === undefined || value === '' ? [] : [{ of, value }]

const writeBox = ({ kind, value }: DeviceIdentifier): string => (kind === 'mac' ? formatMac(value, 'colon') : value)
export interface ConfirmDialogProps {
  readonly words: 'itIsThere' | 'sendAgain'
  readonly detail: JobDetail
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Confirms an action that cannot be undone: what to check first and what it does. Its button names the action. */
export function ConfirmDialog({ words, detail, onClose, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation()
  const step = knownOf(detail)?.step
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t(`queue.${words}.title`)}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" onPress={onConfirm}>
            {t(`queue.${words}.act`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Signs detail={detail} words={words} />
        <p>{t(`queue.${words}.text`)}</p>
        {words === 'sendAgain' && step !== undefined ? (
          <p className="font-semibold">{t(`queue.sendAgain.${secondSending(step)}`)}</p>
        ) : undefined}
      </div>
    </Dialog>
  )
}

/** The values to look for in the platform's own console. */
function Signs({ detail, words }: Pick<ConfirmDialogProps, 'detail' | 'words'>) {
  const { t } = useTranslation()
  const signs = signsOf(detail)
  if (signs.length === 0) return undefined
  return (
    <>
      <p>{t(`queue.${words}.look`)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-normal bg-sunken px-4 py-3">
        {signs.map(({ of, value }) => (
          <div key={of} className="contents">
            <dt className="text-soft">{t(`queue.signs.${of}`)}</dt>
            <dd className="font-figures font-semibold [overflow-wrap:anywhere]">
              {value === '' ? t(`queue.signs.yes`) : value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The values that show on the platform whether the step in doubt has arrived. */
export function signsOf(detail: JobDetail): readonly Sign[] {
  const { intent, summary } = detail
  const userid = sign('userid', summary.userid)
  const box = sign('box', summary.box && writeBox(summary.box))
  switch (knownOf(detail)?.step) {
    case 'create-customer':
      return [...userid, ...sign('name', summary.customerName), ...box]
    case 'bind-user':
      return [...userid, ...box]
    case 'bind-hostname':
      return [...box, ...sign('hostname', summary.hostname)]
    case 'renew':
      return [...userid, endSign(detail)]
    case 'change-product': {
      const productid = 'productid' in intent ? intent.productid : undefined
      return [...userid, ...sign('product', summary.productName ?? productid), endSign(detail)]
    }
    case 'disable':
      return [...userid, { of: 'disabled', value: '' }]
    case 'enable':
      return [...userid, { of: 'enabled', value: '' }]
    case undefined:
      return [...userid, ...box]
  }
}

function endSign(detail: JobDetail): Sign {
  const expected = compareStandings(detail)?.expectedEnd
  return expected === undefined ? { of: 'endDateMoved', value: '' } : { of: 'endDate', value: expected }
}
