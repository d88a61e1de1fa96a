import { Files, HardDriveDownload, TriangleAlert } from 'lucide-react'
import type { Draft, DraftForm } from '../../../../shared/domain/activation.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveProblem } from './activate-bar.tsx'
import { sayWhy } from '../queue/say-job.tsx'
import { useActiveConnection, useSnapshot } from '../../state/services.tsx'
import { isOfOtherConnection, type OpenedDraft, type DraftSaving } from './draft/stored-draft.ts'
import { joinWords, t } from '../../locale.ts'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { writeBox } from '../scan/box-text.ts'

interface DraftNoticesProps {
  readonly draft: Draft
  readonly opened: OpenedDraft
  readonly isEdited: boolean
  /** Leaves this draft. `open` receives this draft and opens another draft. */
  readonly onLeave: (open: (left: Draft) => void) => void
  /** Stores this draft over the draft that another window stored. Undefined if no other window changed the draft. */
  readonly onInsist: (() => void) | undefined
  /** Why this draft could not be stored. */
  readonly failure: BridgeError | undefined
}

export function DraftNotices({ draft, opened, isEdited, onLeave, onInsist, failure }: DraftNoticesProps) {
  return (
    <>
      <SaveProblem error={failure} />
      {opened.isRestored && !isEdited ? (
        <Notice tone="info">
          {t(opened.isTakenBack === true ? 'activation.draft.takenBack' : 'activation.draft.restored')}
        </Notice>
      ) : undefined}
      {onInsist === undefined ? undefined : (
        <Notice
          tone="warning"
          actions={
            <>
              <Button onPress={onInsist}>{t('activation.draft.insist')}</Button>
              <Button onPress={() => window.location.reload()}>{t('activation.draft.takeOther')}</Button>
            </>
          }
        >
          {t('activation.draft.elsewhere')}
        </Notice>
      )}
      {opened.discarded === undefined ? undefined : (
        <Notice
          tone="info"
          actions={<Button onPress={() => onLeave(opened.undoDiscard)}>{t('activation.draft.undo')}</Button>}
        >
          {t('activation.draft.discarded')}
        </Notice>
      )}
      {draft.correcting === undefined ? undefined : <CorrectionReason jobId={draft.correcting} />}
    </>
  )
}

/**
 * Says why a job needs a correction, with the platform's own words. If the platform has created the customer already, also says that the
 * customer can no longer change.
 */
function CorrectionReason({ jobId }: { readonly jobId: string }) {
  const { detail } = useJobDetail(jobId)
  if (detail === undefined) return undefined
  const why = sayWhy(detail.summary)
  return (
    <>
      {why === undefined ? undefined : (
        <Notice tone="warning" announce="off">
          {why}
        </Notice>
      )}
      {isCustomerMade(detail) ? (
        <Notice tone="info" announce="off">
          {t('activation.customerMade')}
        </Notice>
      ) : undefined}
    </>
  )
}

function isCustomerMade({ steps }: JobDetail): boolean {
  return steps.some(({ kind, state }) => kind === 'create-customer' && (state === 'done' || state === 'unconfirmed'))
}

interface DraftFootProps {
  readonly saving: DraftSaving
  readonly isWorth: boolean
  readonly onDiscard: () => void
}

export function DraftFoot({ saving, isWorth, onDiscard }: DraftFootProps) {
  if (!isWorth) return undefined
  const Icon = saving === 'failed' ? TriangleAlert : HardDriveDownload
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-dashed border-line pt-3">
      <output
        className={`inline-flex items-center gap-1.5 text-small ${saving === 'failed' ? 'text-refused' : 'text-soft'}`}
      >
        {saving === 'nothing' ? undefined : (
          <>
            <Icon aria-hidden size={14} />
            {t(`activation.draft.${saving}`)}
          </>
        )}
      </output>
      <Button variant="quiet" size="small" onPress={onDiscard}>
        {t('activation.draft.discard')}
      </Button>
    </div>
  )
}

interface DraftsMenuProps {
  readonly draft: Draft
  /** Opens a waiting draft. `index` is its position in `draft.aside`. */
  readonly onOpen: (index: number) => void
}

export function DraftsMenu({ draft: { aside }, onOpen }: DraftsMenuProps) {
  const own = useActiveConnection()?.settings.id ?? ''
  const connections = useSnapshot((snapshot) => snapshot.connections)
  /** The name of the other connection under which a form was begun. A form of a removed connection can be opened under any other. */
  const otherOf = (form: DraftForm): string | undefined =>
    isOfOtherConnection(form, own)
      ? connections.find(({ settings }) => settings.id === form.connectionId)?.settings.name
      : undefined
  if (aside === undefined || aside.length === 0) return undefined
  return (
    <MenuTrigger>
      <AriaButton className="inline-flex min-h-9 items-center gap-2 rounded-normal border border-edge bg-surface px-3 font-semibold data-hovered:bg-sunken">
        <Files aria-hidden size="1rem" />
        {t('activation.draft.waiting', { count: aside.length })}
      </AriaButton>
      <Popover className="max-w-[28rem] overflow-auto rounded-normal border border-line bg-raised p-1 shadow-high">
        <Menu aria-label={t('activation.draft.choose')} className="outline-none">
          {aside.map((form, index) => {
            const other = otherOf(form)
            return (
              <MenuItem
                key={form.id}
                id={form.id}
                textValue={sayDraft(form)}
                isDisabled={other !== undefined}
                onAction={() => onOpen(index)}
                className="grid min-h-10 cursor-default rounded-small px-2.5 py-1.5 outline-offset-[-2px] data-disabled:text-soft data-focused:bg-accent-tint data-hovered:bg-accent-tint"
              >
                <Text slot="label" className="block font-semibold">
                  {nameOf(form) || t('activation.draft.unnamed')}
                </Text>
                <Text slot="description" className="block font-figures text-small text-soft">
                  {joinWords([
                    form.box.raw === '' ? t('activation.draft.noBox') : writeBox(form.box),
                    other === undefined ? undefined : t('activation.draft.ofConnection', { name: other }),
                  ])}
                </Text>
              </MenuItem>
            )
          })}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

const nameOf = ({ customer, logIn }: DraftForm): string =>
  `${customer.firstname} ${customer.lastname}`.trim() || logIn.userid

const sayDraft = (form: DraftForm): string => joinWords([nameOf(form), writeBox(form.box)], ', ')
