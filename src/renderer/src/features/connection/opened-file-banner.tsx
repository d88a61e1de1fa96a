import { Info } from 'lucide-react'
import { useLocation } from 'wouter'
import { useCall } from '../../bridge/use-call.tsx'
import { t } from '../../locale.ts'
import { settingsPath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'

/** A banner for the operator's file that was opened with Setdesk. `file` is the name of the file. */
export function OpenedFileBanner({ file }: { readonly file: string }) {
  const [, navigate] = useLocation()
  const forget = useCall('app.forget-file')
  return (
    <section
      aria-label={t('connectionFile.title')}
      data-banner="opened-file"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-saved-tint px-4 py-1.5 text-body text-saved print:hidden"
    >
      <Info aria-hidden size="1rem" className="shrink-0" />
      <output className="min-w-0 flex-1 basis-64 font-semibold [overflow-wrap:anywhere]">
        {t('connectionFile.opened', { file })}
      </output>
      {/* The page of connections shows the changes without another click, and then forgets the file. */}
      <Button size="small" onPress={() => navigate(settingsPath('connections'))}>
        {t('connectionFile.show')}
      </Button>
      <Button size="small" isBusy={forget.isBusy} onPress={() => void forget.run({ name: file })}>
        {t('connectionFile.ignore')}
      </Button>
    </section>
  )
}
