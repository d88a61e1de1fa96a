import { Network, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { hostnamePath } from '../../routes.ts'
import { useActiveConnection } from '../../state/services.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScanBatchPanel } from './scan-batch-panel.tsx'
import { useHostnameList, type KnownList } from './use-hostname-list.ts'
import { useState, useDeferredValue, useMemo } from 'react'
import { hostnameSchema } from '../../../../shared/domain/activation.ts'
import { sayRule } from '../../ui/say-rule.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'
import type { HostnameList, ListedBox } from '../../../../shared/bridge/hostname-channels.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useNow } from '../../state/use-now.ts'
import { formatWhen } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { RowLabel } from './row-label.tsx'
import { VirtualRows, type VirtualRow } from '../../ui/virtual-rows.tsx'

interface ListedRow extends VirtualRow {
  readonly box: ListedBox
}

const plain = (text: string): string => text.toUpperCase().replace(/[\s:.-]/g, '')

/** Shows which boxes are under a hostname, compares a scan batch with them, and adds the missing boxes. */
export function HostnamesScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { hostname: named } = useParams<{ readonly hostname?: string }>()
  const connection = useActiveConnection()?.settings
  const hostnames = connection?.hostnames ?? []
  const hostname = named ?? hostnames[0]
  const known = useHostnameList(hostname)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-5 py-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-title font-semibold">{t('hostnames.title')}</h1>
          <p className="text-soft">{t('hostnames.note')}</p>
        </div>
        <HostnameChoice
          key={`${connection?.id ?? ''} ${hostname ?? ''}`}
          hostnames={hostnames}
          shown={hostname ?? ''}
          onShow={(chosen) => {
            navigate(hostnamePath(chosen))
          }}
        />
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

interface HostnameChoiceProps {
  readonly hostnames: readonly string[]
  /** The hostname on screen. */
  readonly shown: string
  readonly onShow: (hostname: string) => void
}

/** Selects the hostname: one of the connection's at once, a typed one on submit. */
function HostnameChoice({ hostnames, shown, onShow }: HostnameChoiceProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(shown)
  const [problem, setProblem] = useState<string>()
  const show = (): void => {
    const read = hostnameSchema.safeParse(text)
    if (read.success) onShow(read.data)
    else setProblem(read.error.issues[0]?.message)
  }
  return (
    <form
      className="flex max-w-104 min-w-0 flex-1 basis-64 flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        show()
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
            if (typed !== shown && hostnames.includes(typed)) onShow(typed)
          }}
          error={sayRule(t, problem)}
        />
      </div>
      <Button type="submit" isDisabled={text.trim() === shown}>
        {t('hostnames.choice.show')}
      </Button>
    </form>
  )
}

/** The boxes under a hostname in the platform's last answer, with its age. */
function BoxList({ hostname, known }: { readonly hostname: string; readonly known: KnownList }) {
  const { t } = useTranslation()
  const now = useNow()
  const { list, isCached, isBusy, error, refresh } = known
  return (
    <Panel
      flush
      title={t('hostnames.list.title', { hostname })}
      note={
        list === undefined
          ? undefined
          : t(isCached ? 'hostnames.list.keptFrom' : 'hostnames.list.from', {
              count: list.boxes.length,
              when: formatWhen(list.at, now),
            })
      }
      aside={
        <Button size="small" onPress={() => void refresh()} isDisabled={isBusy}>
          <RefreshCw aria-hidden size="0.875rem" />
          {t(isBusy ? 'hostnames.list.asking' : 'hostnames.list.refresh')}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pb-3 empty:hidden">
        <ErrorNotice error={error} />
        {error !== undefined && list !== undefined ? (
          <Notice tone="warning" announce="off">
            {t(error.code === 'not-understood' ? 'hostnames.list.unreadKept' : 'hostnames.list.kept', {
              when: formatWhen(list.at, now),
            })}
          </Notice>
        ) : undefined}
        {error !== undefined && list === undefined ? (
          <p className="text-soft">{t('hostnames.list.unknown')}</p>
        ) : undefined}
      </div>
      {list === undefined ? undefined : list.boxes.length === 0 ? (
        <NoBoxes hostname={hostname} list={list} />
      ) : (
        <SearchedList hostname={hostname} boxes={list.boxes} />
      )}
    </Panel>
  )
}

/** Why there is no box to list, and what to do about it. */
function NoBoxes({ hostname, list }: { readonly hostname: string; readonly list: HostnameList }) {
  const { t } = useTranslation()
  const { none = 'either', words } = list
  return (
    <div data-none={none} className="grid gap-1 px-5 pb-5 [overflow-wrap:anywhere]">
      <p className="font-semibold">{t(`hostnames.list.none.${none}.what`, { hostname })}</p>
      <p className="text-soft">{t(`hostnames.list.none.${none}.next`)}</p>
      {words === undefined ? undefined : (
        <p className="text-soft">
          {t('errors.platformSaid')} <q className="font-figures text-small">{words}</q>
        </p>
      )}
    </div>
  )
}

function SearchedList({ hostname, boxes }: { readonly hostname: string; readonly boxes: readonly ListedBox[] }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const typed = useDeferredValue(text)
  const found = useMemo(() => findBoxes(boxes, typed), [boxes, typed])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2 px-5">
        <div className="w-64 max-w-full">
          <TextField
            aria-label={t('hostnames.list.find')}
            placeholder={t('hostnames.list.findHint')}
            type="search"
            figures
            value={text}
            onChange={setText}
          />
        </div>
        <output className="block text-small text-soft tabular-nums">
          {typed.trim() === ''
            ? t('hostnames.list.count', { count: boxes.length })
            : t('hostnames.list.found', { count: found.length, total: boxes.length })}
        </output>
      </div>
      {found.length === 0 ? (
        <p className="px-5 pb-5 text-soft">{t('hostnames.list.noneFound', { text: typed })}</p>
      ) : (
        <div className="border-t border-line">
          <VirtualRows label={t('hostnames.list.title', { hostname })} rows={found}>
            {({ box }) => (
              <RowLabel
                identifier={box.identifier}
                text={box.text}
                model={box.model}
                note={t('hostnames.list.asWritten')}
              />
            )}
          </VirtualRows>
        </div>
      )}
    </div>
  )
}

/** The boxes that contain the typed text, with any separators. All boxes for an empty text. */
export function findBoxes(boxes: readonly ListedBox[], typed: string): readonly ListedRow[] {
  const wanted = plain(typed)
  return boxes.flatMap((box, index) => {
    const ground = `${plain(box.text)} ${box.identifier?.value.toUpperCase() ?? ''} ${plain(box.model ?? '')}`
    return ground.includes(wanted) ? [{ id: index, says: box.text, box }] : []
  })
}
