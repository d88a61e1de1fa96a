import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { BoxHolder } from '../../../../shared/bridge/contract.ts'
import { customerPath, hostnamePath } from '../../routes.ts'
import { useNow } from '../../state/use-now.ts'
import { formatWhen } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { useKnownBox } from './known-boxes.tsx'

/**
 * Which customer or hostname had this box when the platform was last asked, and how long ago. Information only, it
 * blocks nothing.
 */
export function BoxHolders({ identifier }: { readonly identifier: DeviceIdentifier | undefined }) {
  const { t } = useTranslation()
  const { holders } = useKnownBox(identifier)
  if (holders.length === 0) return undefined
  return (
    <Notice tone="info" announce="off" title={t('scan.holders.title')}>
      <ul className="grid gap-1">
        {holders.slice(0, 5).map((holder) => (
          <li key={`${holder.by} ${nameOf(holder)}`}>
            <Holder holder={holder} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Holder({ holder }: { readonly holder: BoxHolder }) {
  const { t } = useTranslation()
  const now = useNow()
  const when = formatWhen(holder.at, now)
  const link = 'text-accent underline underline-offset-2'
  if (holder.by === 'hostname')
    return (
      <span>
        <Link href={hostnamePath(holder.hostname)} className={link}>
          {t('scan.holders.hostname', { hostname: holder.hostname })}
        </Link>{' '}
        {t('scan.holders.asOf', { when })}
      </span>
    )
  const who = nameOf(holder)
  return (
    <span>
      {holder.userid === undefined ? (
        t('scan.holders.customer', { who })
      ) : (
        <Link href={customerPath({ userid: holder.userid })} className={link}>
          {t('scan.holders.customer', { who })}
        </Link>
      )}{' '}
      {t('scan.holders.asOf', { when })}
    </span>
  )
}

function nameOf(holder: BoxHolder): string {
  if (holder.by === 'hostname') return holder.hostname
  return [holder.name, holder.userid].filter((part) => part !== undefined).join(' · ')
}
