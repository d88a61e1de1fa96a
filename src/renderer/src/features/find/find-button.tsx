import { Search } from 'lucide-react'
import { t } from '../../locale.ts'
import { shortcutKeysOf, usesCommandKey } from '../../shortcuts.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { clsx } from 'clsx'
import { KeyHint } from '../../ui/button.tsx'

/** A button that opens the search dialog. A `large` button looks like a search field. */
export function FindButton({ size }: { readonly size: 'small' | 'large' }) {
  const { view } = useServices()
  const host = useSnapshot((snapshot) => snapshot.host)
  const keys = shortcutKeysOf('palette', usesCommandKey(navigator.userAgent), host)
  const isLarge = size === 'large'
  return (
    <button
      type="button"
      onClick={() => view.open('find')}
      className={clsx(
        'flex items-center gap-2 rounded-normal text-soft hover:bg-sunken hover:text-ink',
        isLarge ? 'min-h-11 w-full border border-edge bg-surface px-3.5 text-start' : 'min-h-8 px-2',
      )}
    >
      <Search aria-hidden size="1rem" strokeWidth={1.8} className="shrink-0" />
      <span className={isLarge ? 'min-w-0 flex-1 truncate' : undefined}>
        {t(isLarge ? 'find.placeholder' : 'find.open')}
      </span>
      {isLarge ? <span className="sr-only">{t('find.title')}</span> : undefined}
      <span className="max-narrow:hidden">
        <KeyHint keys={keys} />
      </span>
    </button>
  )
}
