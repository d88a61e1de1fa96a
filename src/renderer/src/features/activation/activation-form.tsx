import { useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { Draft, DraftIntent } from '../../../../shared/domain/activation.ts'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { BoxDoubts, PutRight } from '../scan/box-reading.tsx'
import { KnownBoxes, useKnownJobs } from '../scan/known-boxes.tsx'
import { forgetLabel } from '../scan/wedge/scan-watch.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { DeviceLabel } from '../ticket/device-label.tsx'
import { Ticket } from '../ticket/ticket.tsx'
import { paths } from '../../routes.ts'
import { ArrivedBox, focusQuestion, ScanMessage } from './box-messages.tsx'
import { BoxStep } from './steps/box-step.tsx'
import { CheckStep } from './steps/check-step.tsx'
import { CustomerStep, useFoundCustomer } from './steps/customer-step.tsx'
import { DraftFoot, DraftNotices } from './draft-notices.tsx'
import { useDraftKeeper } from './draft/draft-keeper.ts'
import { FormActions, SaveProblem } from './form-actions.tsx'
import { isWorthSaving } from './draft/make-draft.ts'
import type { OpenedDraft } from './draft/use-opened-draft.ts'
import { PlanStep } from './steps/plan-step.tsx'
import { StepBar } from './step-bar.tsx'
import { stepsOf } from './draft/steps.ts'
import { ticketOfDraft } from './draft/ticket-of-draft.ts'
import { useActivation, useSave } from './use-activation.ts'
import { useBoxScans } from './use-box-scans.ts'
import { focusInvalid, useEnterKey, useFocusOnStep } from './use-enter-key.ts'

interface ActivationFormProps {
  readonly start: Draft
  /** How it was opened, and the ways to another draft. */
  readonly opened: OpenedDraft
  readonly connection: ConnectionView
}

/** The form that turns a box into a job: the steps, with a live ticket beside them. */
export function ActivationForm({ start, opened, connection: { settings, link } }: ActivationFormProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const activation = useActivation(start, settings)
  const { form, draft, reading } = activation
  const isReached = link.state === 'reached' || link.state === 'unknown'
  const isWorth = isWorthSaving(draft, settings)
  const keeper = useDraftKeeper(draft, isWorth || opened.isRestored, opened.isStored)
  const known = useKnownJobs(
    draft.kind !== 'customer-alone' && reading.box.ok ? reading.box.identifier : undefined,
    draft.correcting,
  )
  const [chosenFor, setChosenFor] = useState<string>()
  const inOtherWork = {
    jobs: known,
    isChosen: chosenFor === draft.box.raw,
    onChoose: () => setChosenFor(draft.box.raw),
  }
  const isHeld = known.length > 0 && !inOtherWork.isChosen
  const userid = draft.kind === 'existing-customer' ? draft.logIn.userid.trim() : ''
  const finding = useFoundCustomer(reading.problems['logIn.userid'] === undefined ? userid : '', isReached)
  const foundName = finding.kind === 'found' ? finding.customer.name : undefined
  const saving = useSave(draft)
  const body = useRef<HTMLDivElement>(null)
  const messages = useBoxScans(activation, opened)
  useFocusOnStep(body, draft.step, { isAsking: messages.isAsking, isRestored: opened.isRestored })

  const goOn = async (): Promise<void> => {
    if (messages.isHeld()) return focusQuestion()
    if (draft.step === 'check') return await saveNow(inOtherWork.isChosen)
    if (!(await activation.goOn())) focusInvalid(body)
  }
  const saveNow = async (evenIfKnown: boolean): Promise<void> => {
    const { intent } = reading
    if (intent === undefined || saving.isBusy || (isHeld && !evenIfKnown) || messages.isHeld()) return
    const id = await saving.save(withName(intent, foundName), evenIfKnown)
    if (id === undefined) {
      document.getElementById('main')?.scrollTo(0, 0)
      return
    }
    keeper.stop()
    navigate(`${paths.activate}/result/${encodeURIComponent(id)}`)
  }
  useEnterKey(body, () => void goOn())
  const ticket = ticketOfDraft(draft, reading, settings.products, foundName)
  /** Uses a new draft id, because the other window may have saved the old id as a job. */
  const insist = (): void => {
    form.setValue('id', crypto.randomUUID())
    keeper.insist()
  }
  const isCheck = draft.step === 'check'

  return (
    <FormProvider {...form}>
      <div className="@container grid min-h-full">
        <div
          className={joinClasses(
            'grid grid-cols-[minmax(0,1fr)]',
            !isCheck && '@min-[50rem]:grid-cols-[minmax(0,1fr)_20rem] @min-[80rem]:grid-cols-[minmax(0,1fr)_25rem]',
          )}
        >
          <div className="flex min-w-0 flex-col">
            <div className="mx-auto grid w-full max-w-4xl flex-1 content-start gap-5 px-5 pt-5 pb-6 wide:px-8">
              <h1 className="text-title font-semibold">{t(titleOf(draft))}</h1>
              <StepBar
                steps={stepsOf(draft.kind)}
                current={draft.step}
                isOpen={activation.isOpen}
                onGo={activation.show}
              />
              <DraftNotices
                draft={draft}
                opened={opened}
                isEdited={form.formState.isDirty}
                onLeave={leaveFor}
                onInsist={keeper.isElsewhere ? insist : undefined}
              />
              <ArrivedBox messages={messages} onStartAnew={(box) => leaveFor((left) => opened.startAnew(left, box))} />
              <SaveProblem error={saving.error} onAnyway={() => void saveNow(true)} />
              {draft.step !== 'box' && !isCheck && ticket.box !== undefined ? (
                <DeviceLabel deviceLabel={ticket.box} />
              ) : undefined}
              {draft.step === 'box' || draft.kind === 'customer-alone' ? undefined : (
                <>
                  <PutRight box={{ ...draft.box, parts: messages.parts }} onChange={activation.putBox} />
                  <BoxDoubts box={draft.box} reading={reading.box} onChange={activation.putBox} />
                </>
              )}
              {draft.step !== 'box' && isHeld ? <KnownBoxes {...inOtherWork} /> : undefined}
              <section ref={body} aria-labelledby="activation-step" className="grid gap-4">
                <h2
                  id="activation-step"
                  tabIndex={-1}
                  className={draft.step === 'customer' ? 'sr-only' : 'text-lead font-semibold outline-none'}
                >
                  {t(
                    draft.kind === 'customer-alone' && draft.step === 'customer'
                      ? 'activation.alone.who'
                      : `activation.${draft.step}.title`,
                  )}
                </h2>
                {draft.step === 'box' ? (
                  <BoxStep
                    activation={activation}
                    messages={messages}
                    inOtherWork={inOtherWork}
                    onGoOn={() => void goOn()}
                  />
                ) : undefined}
                {draft.step === 'customer' ? <CustomerStep activation={activation} finding={finding} /> : undefined}
                {draft.step === 'plan' ? <PlanStep activation={activation} /> : undefined}
                {isCheck ? <CheckStep activation={activation} ticket={ticket} isReached={isReached} /> : undefined}
              </section>
            </div>
            <FormActions
              activation={activation}
              isReached={isReached}
              isHeld={isHeld || messages.isAsking}
              onGoOn={() => void goOn()}
            >
              <ScanMessage messages={messages} />
            </FormActions>
          </div>
          {isCheck ? undefined : (
            <aside className="border-line bg-sunken p-4 max-[50rem]:border-t @min-[50rem]:border-l @min-[80rem]:p-6">
              <div className="sticky top-4 @min-[50rem]:max-h-[calc(100dvh-5.5rem)] @min-[50rem]:overflow-auto">
                <Ticket
                  ticket={ticket}
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
          )}
        </div>
      </div>
    </FormProvider>
  )

  function discard(): void {
    forgetLabel(document)
    leaveFor(opened.discard)
  }

  /** Opens another draft in place of this one. This one must not be stored any more, or it would overwrite the new one. */
  function leaveFor(open: (left: Draft) => void): void {
    keeper.stop()
    open(draft)
  }
}

/** Adds the name of the customer who was found, so that the job can show it. */
const withName = (intent: DraftIntent, name: string | undefined): DraftIntent =>
  intent.kind === 'existing-customer' && name !== undefined ? { ...intent, customerName: name } : intent

function titleOf({ kind, correcting }: Draft) {
  if (correcting !== undefined) return 'activation.titleCorrect'
  return kind === 'customer-alone' ? 'activation.alone.title' : 'activation.title'
}
