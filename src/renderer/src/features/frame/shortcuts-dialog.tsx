import { t } from '../../locale.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { shortcutKeysOf, shortcutNames, usesCommandKey } from '../../shortcuts.ts'

export function ShortcutsDialog() {
  const { view } = useServices()
  const host = useSnapshot((snapshot) => snapshot.host)
  const isMac = usesCommandKey(navigator.userAgent)
  return (
    <Dialog isOpen title={t('frame.shortcuts.title')} onClose={view.close}>
      <dl className="grid gap-2.5">
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
