import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { Activation, Draft } from '../../../../shared/domain/activation.ts'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { paths } from '../../routes.ts'
import { useRead } from '../../state/use-read.ts'
import { readBox } from '../scan/box-text.ts'
import { useKnownJobs } from '../scan/known-boxes.tsx'
import { forgetLabel } from '../scan/wedge/scan-watch.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { ActivateBar, SaveProblem } from './activate-bar.tsx'
import { ArrivedBox, BoxPart, ScanMessage } from './parts/box-part.tsx'
import { DraftFoot, DraftNotices, DraftsMenu } from './draft-notices.tsx'
import { useDraftKeeper, type OpenedDraft } from './draft/stored-draft.ts'
import { isWorthSaving, noBox } from './draft/make-draft.ts'
import { type DraftPath, type DraftReading, readPlan } from './draft/read-draft.ts'
import { ChevronRight, PenLine } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { asksForLength, LengthFields, LogInChoice, PlanPart } from './parts/plan-part.tsx'
import { useFoundCustomer, WhoseBox } from './parts/whose-box.tsx'
import {
  type ActivationState,
  focusField,
  focusOnward,
  focusProblem,
  focusQuestion,
  useActivation,
  useEnterKey,
  useFirstField,
  useFocusBehindBox,
  useSave,
} from './use-activation.ts'
import { type Changed, useBoxScans } from './use-box-scans.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import {
  bindingsAskedFor,
  ticketCustomer,
  type TicketCustomer,
  type TicketLogIn,
  type TicketModel,
  ticketPlan,
} from '../ticket/ticket-model.ts'
import { clsx } from 'clsx'
import { PersonFields, typedFields, DraftField, HostnameField } from './parts/draft-fields.tsx'

interface ActivationFormProps {
  readonly start: Draft
  /** How the draft was opened, and the functions to open another draft. */
  readonly opened: OpenedDraft
  readonly connection: ConnectionView
}

/** The form that turns a box into a job, on one screen. The ticket beside it serves as the review. */
export function ActivationForm({ start, opened, connection: { settings, link } }: ActivationFormProps) {
  const [, navigate] = useLocation()
  const settled = { ...settings, last: opened.last }
  const activation = useActivation(start, settled)
  const { form, draft, reading } = activation
  const isReached = link.state === 'reached' || link.state === 'unknown'
  const isWorth = isWorthSaving(draft, settled)
  const hasMoreThanBox = isWorthSaving({ ...draft, box: noBox }, settled)
  const keeper = useDraftKeeper(draft, isWorth || opened.isRestored, opened.isStored)
  const known = useKnownJobs(
    draft.withoutBox !== true && reading.box.ok ? reading.box.identifier : undefined,
    draft.correcting,
  )
  const [chosenFor, setChosenFor] = useState<string>()
  const isBoxChosen = chosenFor === draft.box.raw
  const userid = draft.kind === 'existing-customer' ? draft.logIn.userid.trim() : ''
  const finding = useFoundCustomer(reading.problems['logIn.userid'] === undefined ? userid : '', isReached)
  const foundName = finding.kind === 'found' ? finding.customer.name : undefined
  const [insistedOn, setInsistedOn] = useState<string>()
  const saving = useSave(draft)
  const body = useRef<HTMLDivElement>(null)
  const messages = useBoxScans(activation, opened)
  const isInWork = known.length > 0 && !isBoxChosen
  const isUnknown = finding.kind === 'absent' && insistedOn !== userid
  const held = messages.isAsking ? 'question' : isInWork ? 'box' : isUnknown ? 'userid' : undefined
  const isUntouched = draft.correcting !== undefined && !opened.isRestored && !form.formState.isDirty
  const doubt = saving.error !== undefined ? 'refused' : isUntouched ? 'unchanged' : undefined
  useFirstField(body, messages.isAsking, reading.problems)
  useFocusBehindBox(body, !activation.isBoxOpen, reading.problems)

  const show = (path: DraftPath): void => {
    if (isInMore(path, activation)) activation.setMoreOpen(true)
    if (path === 'box.raw') activation.setBoxOpen(true)
    focusField(body, path)
  }
  useFaultyField(draft.correcting, show)
  const saveNow = async (evenIfKnown: boolean): Promise<void> => {
    if (messages.isHeld()) return focusQuestion()
    const { intent, problems } = await activation.settleAll()
    if (intent === undefined) {
      if (Object.keys(problems).some((path) => isInMore(path as DraftPath, activation))) activation.setMoreOpen(true)
      return focusProblem(body, problems)
    }
    if (saving.isBusy || isUnknown || (isInWork && !evenIfKnown)) return
    await keeper.pause()
    const id = await saving.save(withName(intent, foundName), evenIfKnown)
    if (id === undefined) {
      keeper.goOn()
      document.getElementById('main')?.scrollTo(0, 0)
      return
    }
    keeper.stop()
    // A box that was scanned during the save goes with the technician.
    const box = messages.arrivedNow()
    navigate(`${paths.activate}/result/${encodeURIComponent(id)}`, { state: box === undefined ? null : { box } })
  }
  useEnterKey(body, {
    settle: activation.settle,
    problemsNow: activation.problemsNow,
    save: () => void saveNow(isBoxChosen),
    ready: () => document.querySelector<HTMLElement>('[data-go-on]')?.focus(),
  })
  const ticket = ticketOfDraft(draft, reading, settings.products, foundName)
  /** Stores this draft under a new id, because another window may have saved a job with the old id. */
  const insist = async (): Promise<void> => {
    const whole = await opened.keepOthers(form.getValues(), draft)
    if (whole === undefined) return
    form.setValue('aside', whole.aside)
    form.setValue('id', crypto.randomUUID())
    keeper.insist()
  }
  const isNew = draft.kind === 'new-customer'
  const isLabel = draft.withoutBox !== true && !activation.isBoxOpen && reading.box.ok && messages.unnamed === undefined
  const changeBox = (): void => {
    forgetLabel(document)
    activation.setBoxOpen(true)
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('main [data-box-field]')?.select())
  }

  return (
    <FormProvider {...form}>
      <div className="@container flex min-h-full flex-col">
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)] @min-[50rem]:grid-cols-[minmax(0,1fr)_20rem] @min-[80rem]:grid-cols-[minmax(0,1fr)_25rem]">
          <div
            ref={body}
            className="mx-auto grid w-full max-w-4xl min-w-0 content-start gap-4 px-5 pt-4 pb-5 wide:px-8"
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h1 id="activation-title" tabIndex={-1} className="text-title font-semibold outline-none">
                {t(titleOf(draft))}
              </h1>
              <div className="flex flex-wrap gap-2">
                {isLabel ? (
                  <Button variant="quiet" onPress={changeBox}>
                    <PenLine aria-hidden size="1rem" />
                    {t('activation.box.change')}
                  </Button>
                ) : undefined}
                <DraftsMenu draft={draft} onOpen={takeUp} />
              </div>
            </div>
            <DraftNotices
              draft={draft}
              opened={opened}
              isEdited={form.formState.isDirty}
              onLeave={leaveFor}
              onInsist={keeper.isElsewhere ? () => void insist() : undefined}
              failure={keeper.error?.code === saving.error?.code ? undefined : keeper.error}
            />
            <ArrivedBox messages={messages} onStartAnew={(box) => leaveFor((left) => opened.startAnew(left, box))} />
            <SaveProblem error={saving.error} onAnyway={() => void saveNow(true)} />
            {draft.withoutBox === true ? undefined : (
              <BoxPart
                isLabel={isLabel}
                activation={activation}
                messages={messages}
                inOtherWork={{ jobs: known, isChosen: isBoxChosen, onChoose: chooseBox }}
                // A draft with nothing but a box is discarded, because the box was scanned only to find its customer. Other input stays as
                // a draft.
                onLeave={() => (hasMoreThanBox ? undefined : discard())}
                onGoOn={() => activation.setBoxOpen(false)}
              />
            )}
            <WhoseBox activation={activation} finding={finding} onInsist={() => setInsistedOn(userid)} />
            {isNew ? <PlanPart activation={activation} /> : undefined}
            <MorePart activation={activation} />
          </div>
          <aside className="border-line bg-sunken p-4 max-[50rem]:border-t @min-[50rem]:border-s @min-[80rem]:px-6">
            <div className="sticky top-4 @min-[50rem]:max-h-[calc(100dvh-12rem)] @min-[50rem]:overflow-auto">
              <Ticket
                ticket={ticket}
                detail="full"
                foot={
                  <DraftFoot
                    saving={keeper.saving}
                    isWorth={isWorth || messages.unnamed !== undefined}
                    onDiscard={discard}
                  />
                }
              />
            </div>
          </aside>
        </div>
        <ActivateBar
          problems={reading.problems}
          isReached={isReached}
          isCorrecting={draft.correcting !== undefined}
          held={held}
          doubt={doubt}
          onSave={() => void saveNow(isBoxChosen)}
        >
          <ScanMessage
            messages={messages}
            onPutBack={putBack}
            onStartAnew={hasMoreThanBox ? startAnewInstead : undefined}
          />
        </ActivateBar>
      </div>
    </FormProvider>
  )

  function discard(): void {
    forgetLabel(document)
    leaveFor(opened.discard)
  }

  /** Uses the box although it is in another job. */
  function chooseBox(): void {
    setChosenFor(draft.box.raw)
    focusOnward(body, reading.problems)
  }

  function putBack(before: Changed['before']): void {
    messages.putBack(before)
    if (readBox(before.box).ok) focusOnward(body, reading.problems)
  }

  /** The scanned box replaced the box of this draft, but was meant for another customer. */
  function startAnewInstead({ to, before: { box } }: Changed): void {
    leaveFor((left) => opened.startAnew({ ...left, box }, to))
  }

  /** Continues a waiting draft. The label that was just scanned is forgotten, because it belongs to the previous draft. */
  function takeUp(index: number): void {
    forgetLabel(document)
    leaveFor((left) => opened.takeUp(left, index))
  }

  /** First stops storing this draft, because otherwise this draft could overwrite the new draft. */
  function leaveFor(open: (left: Draft) => void): void {
    keeper.stop()
    open(draft)
  }
}

/**
 * In a correction, opens and focuses the field that needs the correction: the user ID if it is taken, or the password if the platform
 * demands one.
 */
function useFaultyField(correcting: string | undefined, show: (path: DraftPath) => void): void {
  const code = useRead('job.read', correcting === undefined ? undefined : { id: correcting }).value?.summary.why?.code
  const path = code === 'log-in-taken' ? 'logIn.userid' : code === 'password-asked' ? 'logIn.password' : undefined
  const lead = useEffectEvent(show)
  useEffect(() => {
    if (path !== undefined) lead(path)
  }, [path])
}

/** Adds the name of the found customer, so that the job can show it. */
const withName = (intent: Activation, name: string | undefined): Activation =>
  intent.kind === 'existing-customer' && name !== undefined ? { ...intent, customerName: name } : intent

function titleOf({ withoutBox, correcting }: Draft) {
  if (correcting !== undefined) return 'activation.titleCorrect'
  return withoutBox === true ? 'activation.alone.title' : 'activation.title'
}

/** Returns the ticket of a draft. The ticket shows exactly what would be saved now. `foundName`: the name of the looked-up customer. */
export function ticketOfDraft(
  draft: Draft,
  reading: DraftReading,
  products: Connection['products'],
  foundName?: string,
): TicketModel {
  const hostname = draft.hostname.trim() === '' || draft.withoutBox === true ? undefined : draft.hostname.trim()
  return {
    kind: draft.kind,
    withoutBox: draft.withoutBox === true,
    state: 'draft',
    box:
      draft.withoutBox !== true && reading.box.ok
        ? { identifier: reading.box.identifier, model: draft.box.model.trim(), raw: draft.box.raw }
        : undefined,
    customer: customerOf(draft, reading, foundName),
    plan: draft.kind === 'new-customer' ? ticketPlan(readPlan(draft.plan), products) : undefined,
    hostname,
    ...(reading.options !== undefined && { options: reading.options }),
    logIn: logInOf(draft, reading.isPlatformIssued),
    ...bindingsAskedFor(draft.kind, hostname),
  }
}

function customerOf({ kind, logIn }: Draft, reading: DraftReading, name?: string): TicketCustomer | undefined {
  if (kind === 'new-customer') return ticketCustomer(reading.customer)
  const userid = logIn.userid.trim()
  if (kind === 'hostname' || userid === '') return undefined
  return { userid, address: [], reach: [], ...(name !== undefined && { name }) }
}

function logInOf({ kind, logIn }: Draft, isPlatformIssued: boolean): TicketLogIn | undefined {
  if (kind === 'hostname') return { kind: 'none' }
  const userid = logIn.userid.trim()
  const { password } = logIn
  if (kind === 'existing-customer')
    return userid === '' ? undefined : { kind: 'known', userid, hasPassword: password !== '' }
  if (isPlatformIssued) return { kind: 'platform-issued' }
  if (userid !== '' && password !== '') return { kind: 'chosen', userid, password }
  return { kind: 'made-when-saved', ...(userid !== '' && { userid }), ...(password !== '' && { password }) }
}

/** The part of the form with the fields that are rarely changed. It is closed at first. */
function MorePart({ activation }: { readonly activation: ActivationState }) {
  const { draft, reading, connection, isMoreOpen, setMoreOpen } = activation
  const id = useId()
  const isNew = draft.kind === 'new-customer'
  const hasBox = draft.withoutBox !== true
  return (
    <section className="grid gap-4 border-t border-line pt-2">
      <h2>
        <button
          type="button"
          aria-expanded={isMoreOpen}
          aria-controls={id}
          className="flex min-h-9 items-center gap-1.5 rounded-small pe-2 font-semibold hover:text-accent"
          onClick={() => setMoreOpen(!isMoreOpen)}
        >
          <ChevronRight
            aria-hidden
            size="1rem"
            className={clsx('transition-transform', isMoreOpen && 'rotate-90 rtl:-rotate-90')}
          />
          {t(isNew ? 'activation.more.new' : 'activation.more.other')}
        </button>
      </h2>
      <div id={id} className="grid gap-5" hidden={!isMoreOpen}>
        {isMoreOpen ? (
          <>
            {isNew ? <PersonFields activation={activation} isMore /> : undefined}
            {isNew && !asksForLength(draft.plan.productid, connection.products) ? (
              <LengthFields key={draft.plan.productid} plan={draft.plan} />
            ) : undefined}
            {draft.kind === 'new-customer' && hasBox && connection.hostnames.length > 0 ? (
              <div className="max-w-lg">
                <HostnameField hostnames={connection.hostnames} isNeeded={false} />
              </div>
            ) : undefined}
            {isNew ? (
              <div className="@container">
                <LogInChoice logIn={draft.logIn} isPlatformIssued={reading.isPlatformIssued} />
              </div>
            ) : undefined}
            {hasBox ? (
              <div className="max-w-80">
                <DraftField
                  name="box.model"
                  label={t('activation.box.model')}
                  optional={t('ui.optional')}
                  hint={
                    connection.defaultModel === ''
                      ? undefined
                      : t('activation.box.modelHint', { model: connection.defaultModel })
                  }
                />
              </div>
            ) : undefined}
          </>
        ) : undefined}
      </div>
    </section>
  )
}

function isInMore(path: DraftPath, { draft, connection }: Pick<ActivationState, 'draft' | 'connection'>): boolean {
  if (path === 'box.model') return true
  if (path === 'hostname')
    return draft.kind === 'new-customer' && draft.withoutBox !== true && connection.hostnames.length > 0
  if (path.startsWith('logIn.')) return draft.kind === 'new-customer'
  if (path.startsWith('customer.')) return !typedFields(connection).some((field) => path === `customer.${field}`)
  return (
    path.startsWith('plan.') && path !== 'plan.productid' && !asksForLength(draft.plan.productid, connection.products)
  )
}
