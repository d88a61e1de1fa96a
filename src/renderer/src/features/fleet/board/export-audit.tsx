import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { isolate, t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { offerFile, readBase64 } from '../../maintenance/file-text.ts'
import { NotAllowed, usePolicy } from '../../policy/policy.tsx'
import type { Station } from './attention.ts'

type Exported = Omit<Response<'fleet.export-audit'>, 'text'>

/** Writes the audit of a computer to a file that can be checked, and says what it shows. */
export function ExportAudit({ station }: { readonly station: Pick<Station, 'id'> }) {
  const policy = usePolicy()
  const exporting = useCall('fleet.export-audit')
  const [done, setDone] = useState<Exported>()
  if (!policy.export) return <NotAllowed field="export" />
  const press = async (): Promise<void> => {
    setDone(undefined)
    const reply = await exporting.run({ station: station.id })
    if (!reply.ok) return
    const { text, ...rest } = reply.value
    if (rest.folder === undefined) offerFile(await readBase64(new Blob([text])), rest.name)
    setDone(rest)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button isDisabled={exporting.isBusy} onPress={() => void press()}>
        <Download aria-hidden size="1rem" />
        {t(exporting.isBusy ? 'fleet.audit.busy' : 'fleet.audit.export')}
      </Button>
      <ErrorNotice error={exporting.error} />
      {done === undefined ? undefined : <AuditExported {...done} />}
    </div>
  )
}

/** Where the file is, what it shows, and how it is checked. */
export function AuditExported({ name, folder, entries, trouble }: Exported) {
  return (
    <Notice
      tone={trouble === undefined ? 'good' : 'bad'}
      title={t(trouble === undefined ? 'fleet.audit.whole' : `fleet.attention.audit.${trouble}.what`, {
        count: entries,
      })}
    >
      <p>
        {folder === undefined
          ? t('fleet.audit.downloaded', { count: entries, name: isolate(name) })
          : t('fleet.audit.where', { count: entries, name: isolate(name), folder: isolate(folder) })}
      </p>
      <p className="mt-1">{t('fleet.audit.check')}</p>
      <p className="font-figures text-small select-all" translate="no">
        npm run -s audit:verify -- {name}
      </p>
    </Notice>
  )
}
