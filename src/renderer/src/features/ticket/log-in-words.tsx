import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { groupLogIn } from './group-identifier.ts'

interface LogInWordsProps {
  readonly userid: string
  /** Undefined if the platform issued the credentials and shows no password. */
  readonly password: string | undefined
  readonly size: 'normal' | 'large'
}

/** Credentials to read aloud or type with a remote control. Digits are grouped, but copied without gaps. */
export function LogInWords({ userid, password, size }: LogInWordsProps) {
  const { t } = useTranslation()
  const figures = size === 'large' ? 'text-title tracking-wide' : 'text-lead'
  return (
    <dl className={size === 'large' ? 'grid gap-3' : 'grid gap-1.5'}>
      <div>
        <dt className="text-small text-soft">{t('ticket.userid')}</dt>
        <dd className={`font-figures font-semibold [overflow-wrap:anywhere] tabular-nums ${figures}`} translate="no">
          <GroupedLogIn userid={userid} />
        </dd>
      </div>
      <div>
        <dt className="text-small text-soft">{t('ticket.password')}</dt>
        {password === undefined ? (
          <dd className="text-soft">{t('ticket.passwordNotTold')}</dd>
        ) : (
          <dd className={`font-figures font-semibold [overflow-wrap:anywhere] ${figures}`} translate="no">
            {password}
          </dd>
        )}
      </div>
    </dl>
  )
}

/** Digits in groups. The gaps are not text, so copying gives the plain user ID. */
export function GroupedLogIn({ userid }: { readonly userid: string }) {
  return (
    <span>
      {groupLogIn(userid).map((group, index) => (
        <Fragment key={`${String(index)}${group}`}>
          <wbr />
          <span className={index === 0 ? undefined : 'pl-[0.45em]'}>{group}</span>
        </Fragment>
      ))}
    </span>
  )
}
