import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Check, Request, Response } from '../../../../shared/bridge/contract.ts'
import { t } from '../../locale.ts'
import { useCall } from '../../bridge/use-call.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { sayConnectionFinding } from './setting-field.tsx'

const looks: Readonly<Record<Check['outcome'], { readonly icon: LucideIcon; readonly look: string }>> = {
  good: { icon: CircleCheck, look: 'text-done' },
  warning: { icon: TriangleAlert, look: 'text-waiting' },
  bad: { icon: CircleAlert, look: 'text-refused' },
  'not-checked': { icon: CircleMinus, look: 'text-soft' },
}

type TestResult = Response<'connection.test'>

/** Tests a connection and remembers which values were tested. */
export function useConnectionTest<Values>() {
  const { run, isBusy, error } = useCall('connection.test')
  const [last, setLast] = useState<{ readonly of: string; readonly result: TestResult }>()
  return {
    run: async (values: Values, request: Request<'connection.test'>) => {
      setLast(undefined)
      const reply = await run(request)
      if (reply.ok) setLast({ of: JSON.stringify(values), result: reply.value })
    },
    /** What the last test found; old once the values have changed. */
    resultFor: (values: Values) => last && { ...last.result, isOld: last.of !== JSON.stringify(values) },
    isBusy,
    error,
  }
}

interface ChecksProps extends TestResult {
  /** The form was changed after the test: the findings stay, the verdict is hidden. */
  readonly isOld: boolean
}

/** The findings of a connection test, one line each. */
export function Checks({ checks, usable, isOld }: ChecksProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In braces: a browser may return a promise, which is no clean-up.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} aria-label={t('connection.checks.title')} className="grid scroll-my-24 gap-3">
      {isOld ? (
        <Notice tone="info" title={t('connection.checks.old')} />
      ) : (
        <Notice
          tone={usable ? 'good' : 'bad'}
          title={t(usable ? 'connection.checks.usable' : 'connection.checks.unusable')}
        />
      )}
      <ul className="grid gap-px overflow-clip rounded-normal border border-line bg-line">
        {checks.map((check) => (
          <CheckLine key={`${check.subject} ${check.finding}`} check={check} />
        ))}
      </ul>
    </section>
  )
}

function CheckLine({ check }: { readonly check: Check }) {
  const { icon: Icon, look } = looks[check.outcome]
  return (
    <li data-check={check.subject} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 bg-surface px-4 py-2.5">
      <Icon aria-hidden size="1.125rem" className={joinClasses('mt-px', look)} />
      <div className="[overflow-wrap:anywhere]">
        <p>
          <span className="font-semibold">{t(`connection.checks.subjects.${check.subject}`)}</span>{' '}
          <span className={joinClasses('ms-1 text-small', look)}>
            {t(`connection.checks.outcomes.${check.outcome}`)}
          </span>
        </p>
        <p className="text-soft">{sayConnectionFinding(check)}</p>
        {check.detail === undefined ? undefined : <p className="font-figures text-small text-soft">{check.detail}</p>}
      </div>
    </li>
  )
}
