import { useLocation } from 'wouter'
import { t } from '../../locale.ts'
import { screenOf } from '../../routes.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyHint } from '../../ui/button.tsx'
import { shortcutKeysOf, shortcutNames, usesCommandKey } from '../../shortcuts.ts'

export function HelpDialog() {
  const { view } = useServices()
  const [path] = useLocation()
  const host = useSnapshot((snapshot) => snapshot.host)
  const isMac = usesCommandKey(navigator.userAgent)
  return (
    <Dialog title={t('help.title')} onClose={view.close}>
      <p className="mb-4 max-w-prose">{t(`help.screens.${screenOf(path)}`)}</p>
      <h3 className="mb-2 border-t border-line pt-3 font-semibold">{t('help.keys')}</h3>
      <dl className="grid gap-2">
        {shortcutNames.map((name) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>{t(`frame.shortcuts.${name}`)}</dt>
            <dd>
              <span className="sr-only">{shortcutKeysOf(name, isMac, host)}</span>
              <KeyHint keys={shortcutKeysOf(name, isMac, host)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-t border-line pt-3 text-small text-soft">{t('frame.shortcuts.note')}</p>
    </Dialog>
  )
}
