import { Minus, Pencil, Plus, type LucideIcon } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FiledChange } from '../../../../shared/bridge/connection-channels.ts'
import type { SettingChange } from '../../../../shared/domain/connection/setting-changes.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { nameOfField, nameOfItem, nameOfPart, nameOfValue } from './name-of-field.ts'

const looks: Readonly<Record<SettingChange['change'], { readonly icon: LucideIcon; readonly look: string }>> = {
  added: { icon: Plus, look: 'text-done' },
  changed: { icon: Pencil, look: 'text-saved' },
  removed: { icon: Minus, look: 'text-refused' },
}

/** What a file would change in one connection, a line each: what, as it is here, as it would be. */
export function FiledChanges({ connection }: { readonly connection: FiledChange }) {
  const { t } = useTranslation()
  const id = useId()
  const { name, is, changes, leavesToken, leavesProxyLogIn, unknown } = connection
  return (
    <div className="overflow-clip rounded-normal border border-line" data-connection={is}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 bg-sunken px-4 py-2">
        <h4 id={id} className="font-semibold [overflow-wrap:anywhere]">
          {name}
        </h4>
        <span className="text-small text-soft">{t(`connectionFile.is.${is}`)}</span>
      </div>
      {leavesToken || leavesProxyLogIn ? (
        <div className="grid gap-2 px-4 pt-3 pb-1">
          {leavesToken ? <Notice tone="warning">{t('connectionFile.leavesToken', { name })}</Notice> : undefined}
          {leavesProxyLogIn ? <Notice tone="warning">{t('connectionFile.leavesProxyLogIn')}</Notice> : undefined}
        </div>
      ) : undefined}
      {changes.length === 0 ? undefined : <Changes labelledBy={id} changes={changes} />}
      {is === 'new' ? <p className="px-4 py-2 text-small text-soft">{t('connectionFile.needsToken')}</p> : undefined}
      {unknown.length === 0 ? undefined : (
        <p className="px-4 py-2 text-small text-soft">{t('connectionFile.unknown', { names: unknown.join(', ') })}</p>
      )}
    </div>
  )
}

function Changes(props: { readonly labelledBy: string; readonly changes: readonly SettingChange[] }) {
  const { t } = useTranslation()
  return (
    <ul aria-labelledby={props.labelledBy} className="divide-y divide-line">
      {props.changes.map((change) => {
        const { icon: Icon, look } = looks[change.change]
        return (
          <li
            key={`${change.field} ${change.item ?? ''} ${change.part ?? ''}`}
            className="grid items-baseline gap-x-4 gap-y-0.5 px-4 py-2 wide:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <span className={joinClasses('flex items-center gap-1.5 text-small font-semibold', look)}>
              <Icon aria-hidden size="0.875rem" />
              {t(`connectionFile.changes.${change.change}`)}
            </span>
            <span className="[overflow-wrap:anywhere]">{sayWhat(t, change)}</span>
            <Values change={change} />
          </li>
        )
      })}
    </ul>
  )
}

function Values({ change: changed }: { readonly change: SettingChange }) {
  const { t } = useTranslation()
  const { before, after, change } = changed
  return (
    <span className="font-figures text-small [overflow-wrap:anywhere] whitespace-pre-line">
      {change === 'added' ? undefined : (
        <>
          <span className="sr-only">{t('connectionFile.columns.now')}: </span>
          <del className="text-soft">{sayValue(t, changed, before)}</del>
        </>
      )}
      {change === 'changed' ? <span aria-hidden> → </span> : undefined}
      {change === 'removed' ? undefined : (
        <>
          <span className="sr-only">{t('connectionFile.columns.then')}: </span>
          <ins className="text-ink no-underline">{sayValue(t, changed, after)}</ins>
        </>
      )}
    </span>
  )
}

/** `Product 12, name`: an item is named unless it is its own value. */
function sayWhat(t: TFunction, { field, item, part, before, after }: SettingChange): string {
  const isOwnName = item === undefined || item === before || item === after
  const what = isOwnName ? nameOfField(t, field) : `${nameOfField(t, field)} ${nameOfItem(t, field, item)}`
  return part === undefined ? what : `${what}, ${nameOfPart(t, part)}`
}

function sayValue(t: TFunction, change: SettingChange, value: SettingChange['before']): string {
  if (typeof value === 'boolean') return t(value ? 'connectionFile.on' : 'connectionFile.off')
  return nameOfValue(t, change, String(value ?? ''))
}
