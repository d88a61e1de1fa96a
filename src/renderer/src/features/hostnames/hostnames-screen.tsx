import { Network } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { hostnameSchema } from '../../../../shared/domain/activation.ts'
import { t } from '../../locale.ts'
import { hostnamePath, paths } from '../../routes.ts'
import { useActiveConnection } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { ComboBox } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { sayRule } from '../../ui/text-field.tsx'
import { BoxList, useHostnameList } from './box-list.tsx'
import { ScanBatchPanel } from './scan-batch-panel.tsx'

export function HostnamesScreen() {
  const connection = useActiveConnection()?.settings
  const named = useNamedHostname(connection?.id)
  const hostnames = connection?.hostnames ?? []
  const hostname = named ?? hostnames[0]
  const known = useHostnameList(hostname)
  return (
    <div key={connection?.id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-5 py-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-title font-semibold">{t('hostnames.title')}</h1>
          <p className="text-soft">{t('hostnames.note')}</p>
        </div>
        <HostnameChoice key={hostname} hostnames={hostnames} shown={hostname ?? ''} />
      </header>
      {hostname === undefined ? (
        <EmptyState icon={Network} title={t('hostnames.empty.title')}>
          {t('hostnames.empty.note')}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <ScanBatchPanel hostname={hostname} known={known} />
          <BoxList key={hostname} hostname={hostname} known={known} />
        </div>
      )}
    </div>
  )
}

/** The hostname in the address. It belongs to the connection it was opened with, so a change of the connection removes it. */
function useNamedHostname(connectionId: string | undefined): string | undefined {
  const { hostname: named } = useParams<{ readonly hostname?: string }>()
  const [, navigate] = useLocation()
  const [opened, setOpened] = useState({ named, connectionId })
  if (opened.named !== named) setOpened({ named, connectionId })
  const isOthers = named !== undefined && opened.connectionId !== connectionId
  useEffect(() => {
    if (isOthers) navigate(paths.hostnames, { replace: true })
  }, [isOthers, navigate])
  return isOthers ? undefined : named
}

/** A hostname of the connection applies at once, and a typed hostname applies on submit. */
function HostnameChoice({ hostnames, shown }: { readonly hostnames: readonly string[]; readonly shown: string }) {
  const [, navigate] = useLocation()
  const [text, setText] = useState(shown)
  const [problem, setProblem] = useState<string>()
  return (
    <Form
      className="flex max-w-104 min-w-0 flex-1 basis-64 flex-wrap items-end gap-2"
      onSubmit={() => {
        const read = hostnameSchema.safeParse(text)
        if (read.success) navigate(hostnamePath(read.data))
        else setProblem(read.error.issues[0]?.message)
      }}
    >
      <div className="min-w-0 flex-1 basis-44">
        <ComboBox
          label={t('hostnames.choice.label')}
          choices={hostnames.map((hostname) => ({ id: hostname, name: hostname }))}
          value={text}
          onChange={(typed) => {
            setText(typed)
            setProblem(undefined)
            if (typed !== shown && hostnames.includes(typed)) navigate(hostnamePath(typed))
          }}
          error={sayRule(problem)}
        />
      </div>
      <Button type="submit" isDisabled={text.trim() === shown}>
        {t('hostnames.choice.show')}
      </Button>
    </Form>
  )
}
