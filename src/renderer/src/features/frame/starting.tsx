import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'

const quietForMs = 1000

/** What stands while the first snapshot is under way: nothing at first, then a word; a problem with it is said. */
export function Starting({ error }: { readonly error: BridgeError | undefined }) {
  const { t } = useTranslation()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
    }, quietForMs)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return (
    <main className="grid h-full place-items-center bg-ground p-8">
      <div className="max-w-md">
        <ErrorNotice error={error} />
        {isLate && error === undefined ? <p className="text-soft">{t('frame.starting')}</p> : undefined}
      </div>
    </main>
  )
}
