import { useRef, useState, type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { FormProvider } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { Draft, DraftIntent } from '../../../../shared/domain/activation.ts'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { BoxDoubts, PutRight } from '../scan/box-reading.tsx'
import { writeBox, type BoxText } from '../scan/box-text.ts'
import { KnownBoxes, useKnownJobs } from '../scan/known-boxes.tsx'
import { forgetLabel } from '../scan/wedge/scan-watch.ts'
import { DeviceLabel } from '../ticket/device-label.tsx'
import { Ticket } from '../ticket/ticket.tsx'
import { resultPath } from './draft/arriving-box.ts'
import { ArrivedBox, focusQuestion } from './arrived-box.tsx'
import { ScanMessage } from './box-messages.tsx'
import { CorrectionReason } from './correction-reason.tsx'
import { BoxStep } from './steps/box-step.tsx'
import { CheckStep } from './steps/check-step.tsx'
import { CustomerStep } from './steps/customer-step.tsx'
import { DraftFoot, DraftNotices } from './draft-notices.tsx'
import { useDraftKeeper } from './draft/draft-keeper.ts'
import { FormActions, SaveProblem } from './form-actions.tsx'
import { isWorthMaintenance } from './draft/make-draft.ts'
import { focusFirst, moveOn } from './move-on.ts'
import { PlanStep } from './steps/plan-step.tsx'
import { StepBar } from './step-bar.tsx'
import { stepsOf, type FormStep } from './draft/steps.ts'
import { ticketOfDraft } from './draft/ticket-of-draft.ts'
import { useActivation } from './use-activation.ts'
import { useBoxScans } from './use-box-scans.ts'
import { useFoundCustomer } from './steps/use-found-customer.ts'
import { useSave } from './use-save.ts'

export interface ActivationFormProps {
  readonly start: Draft
  readonly connection: ConnectionView
  /** The draft existed before this screen was opened. */
  readonly isRestored: boolean
  /** The draft is stored on this computer when the form opens. */
  readonly isCached: boolean
  /** A box that was scanned elsewhere while the draft already had another one. */
  readonly arriving: BoxText | undefined
  readonly onAnswered: () => void
  /** The box the form opens with, with the codes of its label. */
  readonly label: BoxText | undefined
  readonly onUndoDiscard: ((draft: Draft) => void) | undefined
  readonly onDiscard: (draft: Draft) => void
  readonly onStartAnew: (draft: Draft, box: BoxText) => void
  readonly onContinueOther: (draft: Draft) => void
}

/** The form that turns a box into a job: the steps, with a live ticket beside them. */
export function ActivationForm(props: ActivationFormProps) {
  const { settings, link } = props.connection
  const [, navigate] = useLocation()
  const activation = useActivation(props.start, settings)
  const { form, draft, reading } = activation
  const isReached = link.state === 'reached' || link.state === 'unknown'
  const isWorth = isWorthMaintenance(draft, settings)
  const keeper = useDraftKeeper(draft, isWorth || props.isRestored, props.isCached)
  const known = useKnownJobs(
    draft.kind !== 'customer-alone' && reading.box.ok ? reading.box.identifier : undefined,
    draft.correcting,
  )
  const [chosenFor, setChosenFor] = useState<string>()
  const isKnownChosen = chosenFor === draft.box.raw
  const isHeld = known.length > 0 && !isKnownChosen
  const userid = draft.kind === 'existing-customer' ? draft.logIn.userid.trim() : ''
  const finding = useFoundCustomer(reading.problems['logIn.userid'] === undefined ? userid : '', isReached)
  const foundName = finding.kind === 'found' ? finding.customer.name : undefined
  const save = useSave()
  const body = useRef<HTMLDivElement>(null)
  const messages = useBoxScans(activation, props)
  useFocusOnStep(body, draft.step, { isAsking: messages.isAsking, isRestored: props.isRestored })

  const goOn = async (): Promise<void> => {
    if (messages.isHeld()) return focusQuestion()
    if (draft.step === 'check') return await saveNow(isKnownChosen)
    if (!(await activation.goOn())) focusSoon(body, 'invalid')
  }
  const saveNow = async (evenIfKnown: boolean): Promise<void> => {
    const { intent } = reading
    if (intent === undefined || save.isBusy || (isHeld && !evenIfKnown) || messages.isHeld()) return
    const id = await save.save(draft, withName(intent, foundName), evenIfKnown)
    if (id === undefined) {
      document.getElementById('main')?.scrollTo(0, 0)
      return
    }
    keeper.stop()
    navigate(resultPath(id))
  }
  useEnterKey(body, () => void goOn())
  const ticket = ticketOfDraft(draft, reading, settings.products, foundName)
  /** Uses a new draft id, because the other window may have saved the old id as a job. */
  const insist = (): void => {
    form.setValue('id', crypto.randomUUID())
    keeper.insist()
  }
  const onChooseKnown = (): void => {
    setChosenFor(draft.box.raw)
  }
  const isCheck = draft.step === 'check'
  const undo = props.onUndoDiscard

  return (
    <FormProvider {...form}>
      <div className="@container grid min-h-full">
        <div
          className={
            isCheck
              ? 'grid grid-cols-[minmax(0,1fr)]'
              : 'grid grid-cols-[minmax(0,1fr)] @min-[50rem]:grid-cols-[minmax(0,1fr)_20rem] @min-[80rem]:grid-cols-[minmax(0,1fr)_25rem]'
          }
        >
          <div className="flex min-w-0 flex-col">
            <div className="mx-auto grid w-full max-w-4xl flex-1 content-start gap-5 px-5 pt-5 pb-6 wide:px-8">
              <h1 className="text-title font-semibold">
                {t(draft.correcting === undefined ? titleOf(draft) : 'activation.titleCorrect')}
              </h1>
              <StepBar
                steps={stepsOf(draft.kind)}
                current={draft.step}
                isOpen={activation.isOpen}
                onGo={activation.show}
              />
              <DraftNotices
                isBack={props.isRestored && !form.formState.isDirty}
                aside={sayAside(draft)}
                onContinueOther={() => leaveFor(props.onContinueOther)}
                onUndoDiscard={undo === undefined ? undefined : () => leaveFor(undo)}
                onInsist={keeper.isElsewhere ? insist : undefined}
              />
              {draft.correcting === undefined ? undefined : <CorrectionReason jobId={draft.correcting} />}
              <ArrivedBox messages={messages} onStartAnew={(box) => leaveFor((left) => props.onStartAnew(left, box))} />
              <SaveProblem save={save} onAnyway={() => void saveNow(true)} />
              {draft.step !== 'box' && !isCheck && ticket.box !== undefined ? (
                <DeviceLabel deviceLabel={ticket.box} />
              ) : undefined}
              {draft.step === 'box' || draft.kind === 'customer-alone' ? undefined : (
                <>
                  <PutRight box={{ ...draft.box, parts: messages.parts }} onChange={activation.putBox} />
                  <BoxDoubts box={draft.box} reading={reading.box} onChange={activation.putBox} />
                </>
              )}
              {draft.step !== 'box' && isHeld ? (
                <KnownBoxes jobs={known} isChosen={false} onChoose={onChooseKnown} />
              ) : undefined}
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
                <StepBody
                  step={draft.step}
                  box={
                    <BoxStep
                      known={known}
                      isKnownChosen={isKnownChosen}
                      onChooseKnown={onChooseKnown}
                      onGoOn={() => void goOn()}
                      defaultModel={settings.defaultModel}
                      parts={messages.parts}
                      unnamed={messages.unnamed}
                      onLabel={messages.putLabel}
                      onSettled={messages.forgetUnnamed}
                      onAlone={
                        draft.correcting === undefined ? () => activation.chooseKind('customer-alone') : undefined
                      }
                    />
                  }
                  customer={
                    <CustomerStep
                      draft={draft}
                      reading={reading}
                      connection={settings}
                      finding={finding}
                      onKind={activation.chooseKind}
                      onBox={() => {
                        activation.chooseKind('new-customer')
                        if (!reading.box.ok) activation.show('box')
                      }}
                    />
                  }
                  plan={<PlanStep draft={draft} connection={settings} />}
                  check={
                    <CheckStep
                      draft={draft}
                      reading={reading}
                      ticket={ticket}
                      isReached={isReached}
                      onGo={activation.show}
                    />
                  }
                />
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
                      maintenance={keeper.maintenance}
                      isWorth={isWorth || messages.unnamed !== undefined}
                      onDiscard={() => discard()}
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
    leaveFor(props.onDiscard)
  }

  /** Opens another draft in place of this one. This one must not be stored any more, or it would overwrite the new one. */
  function leaveFor(open: (left: Draft) => void): void {
    keeper.stop()
    open(draft)
  }
}

/** A short description of the draft that was put aside last. */
function sayAside({ aside: [other] = [] }: Draft): string | undefined {
  if (other === undefined) return undefined
  const { box, customer, logIn } = other
  const name = `${customer.firstname} ${customer.lastname}`.trim()
  const words = [name === '' ? logIn.userid : name, box.raw === '' ? '' : writeBox(box)].filter(Boolean)
  return words.length === 0 ? t('activation.draft.asideUnnamed') : words.join(', ')
}

/** Adds the name of the customer who was found, so that the job can show it. */
const withName = (intent: DraftIntent, name: string | undefined): DraftIntent =>
  intent.kind === 'existing-customer' && name !== undefined ? { ...intent, customerName: name } : intent

const titleOf = ({ kind }: Draft) => (kind === 'customer-alone' ? 'activation.alone.title' : 'activation.title')

function StepBody(props: { readonly step: FormStep } & Readonly<Record<FormStep, ReactNode>>) {
  return props[props.step]
}

/** Waits one frame, because the error marks are rendered only then. */
function focusSoon(body: RefObject<HTMLDivElement | null>, selector: 'invalid' | 'any'): void {
  requestAnimationFrame(() => {
    if (body.current !== null) focusFirst(body.current, selector)
  })
}

/**
 * Enter moves to the next empty field or the next step. Ctrl/Cmd+Enter moves to the next step from anywhere. The
 * listener captures, because some controls swallow their keys. The Enter of a scan never gets here.
 */
function useEnterKey(step: RefObject<HTMLElement | null>, goOn: () => void): void {
  const go = useEffectEvent(goOn)
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.isComposing || event.repeat || event.altKey || event.shiftKey) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const isCommand = event.ctrlKey || event.metaKey
      const move = isCommand ? 'next-step' : step.current === null ? 'nothing' : moveOn(step.current, event.target)
      if (move === 'nothing') return
      event.preventDefault()
      event.stopPropagation()
      if (move === 'next-step') go()
    }
    document.addEventListener('keydown', take, { capture: true })
    return () => {
      document.removeEventListener('keydown', take, { capture: true })
    }
  }, [step])
}

/**
 * Opens each step at its top, with the focus on the first field to fill in. A question about a scan comes first; its
 * buttons do not get the focus, so no Enter answers it.
 */
function useFocusOnStep(body: RefObject<HTMLElement | null>, step: FormStep, how: StepFocus): void {
  const { isAsking, isRestored } = how
  const isFirst = useRef(true)
  useEffect(() => {
    const isUnasked = isRestored && isFirst.current
    isFirst.current = false
    document.getElementById('main')?.scrollTo(0, 0)
    if (isAsking) focusQuestion()
    // A restored draft may not be the expected one, so the focus stays off the save button until the technician has
    // looked.
    else if (step === 'check')
      document
        .querySelector<HTMLElement>(isUnasked ? '#activation-step' : '[data-go-on]')
        ?.focus({ preventScroll: true })
    else if (body.current !== null) focusFirst(body.current, 'any')
  }, [body, step, isAsking, isRestored])
}

interface StepFocus {
  readonly isAsking: boolean
  readonly isRestored: boolean
}
