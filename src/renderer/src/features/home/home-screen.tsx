import { ArrowRight } from 'lucide-react'
import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { paths, queueFilters, queuePath, settingsPath } from '../../routes.ts'
import { useActiveConnection, useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { clsx } from 'clsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { laterPart } from '../frame/part-boundary.tsx'
import { FindButton } from '../find/find-button.tsx'
import { TaskList } from '../actions/task-list.tsx'
import { isBare } from '../../state/snapshot-store.ts'
import { rowLink } from '../queue/job-table.tsx'
import { sayWhy } from '../queue/say-job.tsx'
import { SendingProgress } from '../queue/sending-progress.tsx'
import { TodayPanel, useNewestJobs } from './today-panel.tsx'
import { Button } from '../../ui/button.tsx'
import { DeviceLabel, Identifier } from '../ticket/device-label.tsx'
import { BoxField, CameraButton, UnreadScan } from '../scan/box-field.tsx'
import { type BoxText, isMeant, readBox, sentOf } from '../scan/box-text.ts'
import { useLabels, useBeginActivation } from '../scan/use-labels.ts'
import { forgetLabel } from '../scan/wedge/scan-watch.ts'

const MissionsPanel = laterPart(async () => (await import('../missions/missions-panel.tsx')).MissionsPanel)

/** The largest number of jobs shown on Home. The queue shows all jobs that need a technician. */
const mostShown = 2

export function HomeScreen() {
  const begin = useBeginActivation()
  return (
    <div className="mx-auto grid max-w-[84rem] grid-cols-[minmax(0,1fr)] gap-4 p-4 wide:p-6">
      <h1 className="sr-only">{t('home.title')}</h1>
      <ScanBox onBox={begin} />
      {useFirstFrame() ? <BelowField /> : undefined}
    </div>
  )
}

const BelowField = () => (
  <>
    <SendingProgress canPause />
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 home:grid-cols-[minmax(0,1fr)_18rem] broad:grid-cols-[minmax(0,1fr)_24rem]">
      <TodayPanel />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <FindButton size="large" />
        <SetUpHint />
        <Practice />
        <ForYou />
        <TaskList />
        <Drafts />
      </div>
    </div>
  </>
)

/** Set at the first frame of Home after the page was loaded. From then on, Home is rendered as a whole. */
let hasHadFrame = false

/**
 * Whether this screen has been painted since the page was loaded. At a start, the field is painted before the rest of the screen is
 * rendered, so that a box can be scanned sooner.
 */
function useFirstFrame(): boolean {
  const [isPainted, setIsPainted] = useState(hasHadFrame)
  useEffect(() => {
    if (isPainted) return undefined
    const note = (): void => {
      hasHadFrame = true
      startTransition(() => setIsPainted(true))
    }
    // The browser calls this function just before it paints the frame, and runs the timer after it has painted the frame.
    const frame = requestAnimationFrame(() => setTimeout(note))
    return () => cancelAnimationFrame(frame)
  }, [isPainted])
  return isPainted
}

const nameOf = ({ customerName, userid, hostname }: JobSummary) => customerName ?? userid ?? hostname

function Practice() {
  const isTraining = useActiveConnection()?.settings.kind === 'training'
  return isTraining ? (
    <Suspense fallback={undefined}>
      <MissionsPanel />
    </Suspense>
  ) : undefined
}

function SetUpHint() {
  const settings = useActiveConnection()?.settings
  if (settings === undefined || !isBare(settings)) return undefined
  return (
    <section aria-labelledby="set-up" className="grid gap-1 border-s-4 border-edge bg-surface px-3 py-2 shadow-lift">
      <h2 id="set-up" className="font-bold">
        {t('home.setUp', { name: settings.name })}
      </h2>
      <p className="text-small text-soft">{t('home.setUpNote')}</p>
      <Link
        href={settingsPath(`connections/${settings.id}`)}
        className="flex w-fit items-center gap-1 font-semibold underline-offset-4"
      >
        {t('home.setUpAction')}
        <ArrowRight aria-hidden size="1rem" />
      </Link>
    </section>
  )
}

function ForYou() {
  const { jobs = [], hasMore = false } = useNewestJobs(queueFilters['needs-you']).value ?? {}
  if (jobs.length === 0) return undefined
  return (
    <section aria-labelledby="for-you" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="for-you" className="font-bold">
        {t(hasMore ? 'home.forYouAtLeast' : 'home.forYou', { count: jobs.length })}
      </h2>
      <ul className="grid gap-2">
        {jobs.slice(0, mostShown).map((job) => (
          <li
            key={job.id}
            className={clsx(
              'relative grid gap-1 border-s-4 bg-surface px-3 py-2 shadow-lift hover:bg-accent-tint',
              job.state === 'refused' ? 'border-refused' : 'border-needs-you',
            )}
          >
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{nameOf(job)}</span>
              <StateChip state={job.state} why={job.why?.code} />
            </span>
            {job.box === undefined ? undefined : (
              <span className="text-small">
                <Identifier identifier={job.box} />
              </span>
            )}
            <span className="line-clamp-2 text-small text-soft">{sayWhy(job)}</span>
            <Link
              href={queuePath('needs-you', job.id)}
              aria-label={t('home.decideAbout', { name: nameOf(job) })}
              className={clsx('flex items-center gap-1 font-semibold', rowLink)}
            >
              {t('home.decide')}
              <ArrowRight aria-hidden size="1rem" />
            </Link>
          </li>
        ))}
      </ul>
      {jobs.length > mostShown ? (
        <Link
          href={queuePath('needs-you')}
          className="text-small font-semibold underline decoration-1 underline-offset-4"
        >
          {t('home.moreForYou', { count: jobs.length - mostShown })}
        </Link>
      ) : undefined}
    </section>
  )
}

/** Lists activations that were begun but not saved. Setdesk does not send unsaved activations. */
function Drafts() {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const { draft } = useRead('draft.read', scope === undefined ? undefined : {}, { scope }).value ?? {}
  if (draft === undefined) return undefined
  const forms = [draft, ...(draft.aside ?? [])]
  return (
    <section aria-labelledby="drafts" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 id="drafts" className="font-bold">
        {t('home.drafts', { count: forms.length })}
      </h2>
      <ul className="border-t border-line">
        {forms.slice(0, 3).map((form) => {
          const name = [form.customer.firstname, form.customer.lastname].filter(Boolean).join(' ')
          return (
            <li key={form.id} className="flex min-h-8 items-center gap-2 border-b border-line">
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {form.box.raw.trim() === '' ? undefined : (
                  <span className="font-figures" translate="no">
                    {form.box.raw}{' '}
                  </span>
                )}
                {name}
              </span>
            </li>
          )
        })}
      </ul>
      <Link href={paths.activate} className="font-semibold underline decoration-1 underline-offset-4">
        {t('home.goOnDrafting')}
      </Link>
    </section>
  )
}

/** Loaded once a label has several codes, so that Home opens faster. */
const LabelParts = lazy(async () => ({ default: (await import('../scan/label-parts.tsx')).LabelParts }))

interface ScanBoxProps {
  /** Called with a readable box that was scanned, or typed and confirmed. */
  readonly onBox: (box: BoxText) => void
}

/** The technician types into the field, or scans wherever the focus is. */
function ScanBox({ onBox }: ScanBoxProps) {
  const [box, setBox] = useState<BoxText>({ raw: '', asSerial: false })
  const [insist, setInsist] = useState(false)
  const [unread, setUnread] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const reading = readBox(box)
  // An article number alone looks like a serial number, so the technician must decide.
  const isBox = reading.ok && isMeant(box)

  const take = (next: BoxText): void => {
    setUnread(undefined)
    setInsist(false)
    setBox(next)
  }
  const goOn = (): void => {
    forgetLabel(document)
    if (isBox) onBox(box)
    else setInsist(true)
  }
  useLabels({
    heard: take,
    gathered: (scanned) => {
      take(scanned)
      if (readBox(scanned).ok && isMeant(scanned)) onBox(scanned)
      else {
        setInsist(true)
        input.current?.focus()
      }
    },
    unread: setUnread,
  })

  return (
    <section
      aria-label={t('scan.invite')}
      className="@container grid gap-3 rounded-label border border-stock-line bg-surface p-2.5 shadow-lift"
    >
      <div className="grid items-start gap-2 @min-[30rem]:grid-cols-[minmax(0,1fr)_auto]">
        <BoxField
          box={box}
          onChange={take}
          onGoOn={goOn}
          label={t('scan.label')}
          hint={t('scan.how')}
          insist={insist}
          inputRef={input}
        />
        <CameraButton onBox={onBox} />
      </div>
      {box.parts !== undefined && isBox ? (
        <div data-scanned className="w-full max-w-2xl">
          <DeviceLabel
            deviceLabel={{ identifier: reading.identifier, model: box.model ?? '', raw: sentOf(box) ?? box.raw }}
          />
        </div>
      ) : undefined}
      {box.parts === undefined ? undefined : (
        <Suspense>
          <LabelParts
            box={box}
            onChange={(next) => {
              forgetLabel(document)
              take(next)
            }}
          />
        </Suspense>
      )}
      {isBox ? (
        <div>
          <Button variant="primary" size="large" onPress={goOn}>
            {t('scan.go')}
            <ArrowRight aria-hidden size={16} />
          </Button>
        </div>
      ) : undefined}
      <UnreadScan text={unread} />
    </section>
  )
}
