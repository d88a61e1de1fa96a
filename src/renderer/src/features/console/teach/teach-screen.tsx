import { ArrowLeft, BookOpenCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CatalogueView, TextView } from '../../../../../shared/bridge/console-channels.ts'
import { teachLeaf, unteachLeaf } from '../../../../../shared/domain/teach/teach-leaf.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { consolePath } from '../../../routes.ts'
import { useActiveConnection, useDesk } from '../../../state/desk.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { HiddenNotice } from './hidden-notice.tsx'
import { UndecidedNotice } from '../../queue/undecided-notice.tsx'
import { LeafTable } from './leaf-table.tsx'
import { SourceForm } from './source-form.tsx'
import { StatusTable } from './status-table.tsx'
import { TaughtList } from './taught-list.tsx'
import { keepSource, keptSource, type TaughtSource } from './taught-source.ts'
import { TextPanel } from './text-panel.tsx'
import { UnderstoodView } from './understood-view.tsx'
import { useTaught } from './use-taught.ts'
import { useTeachingLook } from './use-teaching-look.ts'

/** What a platform calls its fields: given a meaning in a real answer, and kept with the connection. */
export function TeachScreen({ catalogue }: { readonly catalogue: CatalogueView }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const connection = useActiveConnection()?.settings
  const { names, layout, isChanged, isUsable, setNames: set, setLayout, revert } = useTaught(connection)
  const [source, setSource] = useState<TaughtSource>(() => keptSource(view))
  const look = useTeachingLook(source, { names, layout })
  const save = useCall('teaching.save')
  const change = (changed: TaughtSource): void => {
    keepSource(view, changed)
    setSource(changed)
  }
  const keep = async (): Promise<void> => {
    const reply = await save.run({ names, layout })
    if (!reply.ok) return
    view.say(t('console.teach.saved'))
  }
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] gap-5 p-5 wide:p-8">
      <header>
        <Link
          href={consolePath()}
          className="mb-2 flex w-fit items-center gap-1.5 font-semibold text-accent no-underline"
        >
          <ArrowLeft aria-hidden size="1rem" />
          {t('console.title')}
        </Link>
        <h1 className="text-title font-semibold">{t('console.teach.title')}</h1>
        <p className="max-w-3xl text-soft">{t('console.teach.note')}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Panel title={t('console.teach.source')} note={t('console.teach.sourceNote')}>
            <SourceForm catalogue={catalogue} source={source} onChange={change} />
          </Panel>
          {look.value?.text === undefined || source.text.trim() === '' ? undefined : (
            <TextPanel
              operation={source.operation}
              example={source.text}
              text={look.value.text}
              layout={layout}
              onChange={setLayout}
            />
          )}
          <Panel title={t('console.teach.leaves')} note={t('console.teach.leavesNote')}>
            <ErrorNotice error={look.error} />
            {source.text.trim() === '' ? (
              <EmptyState icon={BookOpenCheck} title={t('console.teach.empty')}>
                {t('console.teach.emptyNote')}
              </EmptyState>
            ) : (
              <div className="grid gap-4">
                <HiddenNotice look={look.value} names={names} onChange={set} />
                <LeafTable
                  leaves={look.value?.leaves ?? []}
                  names={names}
                  isNameless={layout?.form === 'columns' && holdsRecords(look.value?.text)}
                  onTeach={(leaf, meaning) => {
                    set(meaning === undefined ? unteachLeaf(names, leaf) : teachLeaf(names, leaf, meaning))
                  }}
                />
              </div>
            )}
          </Panel>
          {look.value === undefined || source.text.trim() === '' ? undefined : (
            <Panel title={t('console.teach.statuses')} note={t('console.teach.statusesNote')}>
              <StatusTable statuses={look.value.statuses} names={names} onChange={set} />
            </Panel>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wide:sticky wide:top-5">
          <Panel title={t('console.teach.taught')} note={isChanged ? t('console.teach.changed') : undefined}>
            <div className="grid gap-4">
              <TaughtList
                names={names}
                onChange={set}
                layout={layout}
                onForgetLayout={() => {
                  setLayout(null)
                }}
              />
              <ErrorNotice error={save.error} />
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="primary"
                  isDisabled={!isChanged || !isUsable || save.isBusy}
                  onPress={() => void keep()}
                >
                  {t('console.teach.save', { connection: connection?.name ?? '' })}
                </Button>
                {isChanged ? <Button onPress={revert}>{t('console.teach.revert')}</Button> : undefined}
              </div>
              {isChanged ? undefined : <UndecidedNotice />}
            </div>
          </Panel>
          {look.value === undefined || source.text.trim() === '' ? undefined : (
            <Panel title={t('console.teach.now')}>
              <UnderstoodView understood={look.value.understood} />
            </Panel>
          )}
        </div>
      </div>
    </div>
  )
}

/** What does not fit the layout is words. */
const holdsRecords = (text: TextView | undefined): boolean => text !== undefined && text.misfit === undefined
