import { CircleAlert, CircleCheck, CircleDashed, HardDriveDownload, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { CustomerField } from '../../../../shared/domain/customer/customer.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { t } from '../../locale.ts'
import { queuePath } from '../../routes.ts'
import { usesCommandKey } from '../../shortcuts.ts'
import { Button, KeyHint, LinkButton } from '../../ui/button.tsx'
import { personOrder } from './parts/draft-fields.tsx'
import type { DraftPath, DraftReading } from './draft/read-draft.ts'

interface ActivateBarProps {
  readonly problems: DraftReading['problems']
  readonly isReached: boolean
  readonly isCorrecting: boolean
  /** Why saving is blocked: an open question, a box in other work, or a user ID that the platform does not know. */
  readonly held: 'question' | 'box' | 'userid' | undefined
  /** What the message says in place of "Ready": the last attempt to save was refused, or a correction has not changed anything. */
  readonly doubt: 'refused' | 'unchanged' | undefined
  readonly onSave: () => void
  /** Content above the button. It stays visible while the form scrolls, even in a low window, in which the button scrolls away. */
  readonly children?: ReactNode
}

/** Shows what is still missing, and the button that saves the form. Both stay visible if the window is high enough. */
export function ActivateBar({ problems, isReached, isCorrecting, held, doubt, onSave, children }: ActivateBarProps) {
  const keys = usesCommandKey(navigator.userAgent) ? '⌘+Enter' : 'Ctrl+Enter'
  const Icon = isReached ? Zap : HardDriveDownload
  return (
    <div className="contents print:hidden roomy:sticky roomy:bottom-0 roomy:z-10 roomy:block roomy:border-t roomy:border-line roomy:bg-ground">
      <div className="sticky bottom-0 z-10 bg-ground roomy:static">{children}</div>
      <div className="grid items-center gap-x-4 gap-y-1.5 px-5 py-2.5 @min-[50rem]:grid-cols-[minmax(0,1fr)_auto] @min-[50rem]:pe-4 wide:ps-8 @min-[80rem]:pe-6">
        <Readiness problems={problems} isReached={isReached} held={held} doubt={doubt} />
        <div className="flex items-center gap-2 @min-[50rem]:min-w-72 @min-[80rem]:min-w-[22rem]">
          <Button
            variant="primary"
            size="large"
            wide
            data-go-on
            aria-describedby="activation-readiness"
            onPress={onSave}
            isDisabled={held !== undefined}
          >
            <Icon aria-hidden size="1rem" />
            {t(`activation.save.${isCorrecting ? 'resend' : isReached ? 'activate' : 'save'}`)}
          </Button>
          <span className="shrink-0 max-narrow:hidden">
            <KeyHint keys={keys} />
          </span>
        </div>
      </div>
    </div>
  )
}

/** The message names this many fields and counts the rest. If only one field is left over, the message names that field, too. */
const mostNamed = 3

function Readiness(props: Pick<ActivateBarProps, 'problems' | 'isReached' | 'held' | 'doubt'>) {
  const { problems, isReached, held, doubt } = props
  const paths = (Object.keys(problems) as DraftPath[]).toSorted((one, other) => placeOf(one) - placeOf(other))
  const missing = paths.filter((path) => isMissing(problems[path]))
  const wrong = paths.filter((path) => !isMissing(problems[path]))
  const isReady = held === undefined && paths.length === 0
  const isClear = isReady && doubt === undefined
  const isWrong = wrong.length > 0 || held !== undefined || doubt === 'refused'
  const Icon = isClear ? CircleCheck : isWrong ? CircleAlert : CircleDashed
  return (
    <p
      id="activation-readiness"
      data-ready={isReady ? 'yes' : 'no'}
      className="flex items-center gap-2 @min-[50rem]:justify-end @min-[50rem]:text-end"
    >
      <Icon aria-hidden size="1rem" className={`shrink-0 ${isClear ? 'text-done' : 'text-soft'}`} />
      <span className="min-w-0">
        {held !== undefined
          ? t(`activation.ready.held.${held}`)
          : isReady
            ? doubt !== undefined
              ? t(`activation.ready.${doubt}`)
              : t(isReached ? 'activation.ready.online' : 'activation.ready.offline')
            : [
                wrong.length > 0 ? t('activation.ready.wrong', { fields: namesOf(wrong) }) : undefined,
                missing.length > 0 ? t('activation.ready.missing', { fields: namesOf(missing) }) : undefined,
              ]
                .filter((sentence) => sentence !== undefined)
                .join(' ')}
      </span>
    </p>
  )
}

/** The fields of the first parts of the form, in the order of the screen. All other fields follow. */
const firstPaths: readonly DraftPath[] = [
  'box.raw',
  ...personOrder.map((field) => `customer.${field}` as const),
  'plan.productid',
]

const placeOf = (path: DraftPath): number => {
  const place = firstPaths.indexOf(path)
  return place < 0 ? firstPaths.length : place
}

const isMissing = (problem: string | undefined): boolean => problem === 'required' || problem === 'empty'

function namesOf(paths: readonly DraftPath[]): readonly string[] {
  const names = [...new Set(paths.map(sayField))]
  const others = names.length - mostNamed
  return others <= 1 ? names : [...names.slice(0, mostNamed), t('activation.ready.others', { count: others })]
}

function sayField(path: DraftPath): string {
  return isPersonal(path)
    ? t(`activation.customer.${path.slice('customer.'.length) as CustomerField}`)
    : t(`activation.fields.${path}`)
}

const isPersonal = (path: DraftPath): path is `customer.${CustomerField}` => path.startsWith('customer.')

export function SaveProblem(props: { readonly error: BridgeError | undefined; readonly onAnyway?: () => void }) {
  const { error, onAnyway } = props
  if (error === undefined) return undefined
  return (
    <ErrorNotice
      error={error}
      actions={
        <>
          {error.jobId === undefined ? undefined : (
            <LinkButton to={queuePath('all', error.jobId)}>{t('activation.save.openOther')}</LinkButton>
          )}
          {error.code === 'box-in-job' && onAnyway !== undefined ? (
            <Button onPress={onAnyway}>{t('activation.save.anyway')}</Button>
          ) : undefined}
        </>
      }
    />
  )
}
