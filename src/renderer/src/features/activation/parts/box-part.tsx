import { type ComponentProps, useEffect, useEffectEvent, useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { BoxDoubts, BoxField, CameraButton, NotUnderstood, PutRight } from '../../scan/box-field.tsx'
import { type BoxText, isForOtherPart, isUnnamed, readBox, sayDoubt, writeBox } from '../../scan/box-text.ts'
import { BoxOwners, KnownBoxes, useIsUsed, useKnownJobs } from '../../scan/known-boxes.tsx'
import { LabelParts, OtherAddresses } from '../../scan/label-parts.tsx'
import { DeviceLabel } from '../../ticket/device-label.tsx'
import type { ActivationState } from '../use-activation.ts'
import type { BoxMessage, BoxMessages, Changed } from '../use-box-scans.ts'
import { useDraftForm } from './draft-fields.tsx'
import { isGtin } from '../../../../../shared/domain/label/label.ts'
import { Notice } from '../../../ui/notice.tsx'
import { canReplaceBox, draftBox } from '../draft/stored-draft.ts'

interface BoxPartProps {
  /** Whether the box was read with certainty. Such a box is shown as its label and not as a field. */
  readonly isLabel: boolean
  readonly activation: ActivationState
  readonly messages: BoxMessages
  readonly inOtherWork: ComponentProps<typeof KnownBoxes>
  /** Called when the technician opens the page of the customer who has the box. */
  readonly onLeave: () => void
  /** Called when the technician has confirmed the typed box. */
  readonly onGoOn: () => void
}

/**
 * A field to scan or type the box. Once the box is read, its label replaces the field. Below are the customers, hostnames and jobs with
 * this box that this computer knows.
 */
export function BoxPart(props: BoxPartProps) {
  const { reading } = props.activation
  return (
    <section aria-label={t('ticket.box')} className="grid gap-3" data-path="box.raw">
      {props.isLabel ? <BoxLabel {...props} /> : <OpenBox {...props} />}
      <BoxOwners identifier={reading.box.ok ? reading.box.identifier : undefined} onLeave={props.onLeave} />
      <KnownBoxes {...props.inOtherWork} />
    </section>
  )
}

function BoxLabel({ activation, messages }: BoxPartProps) {
  const { draft, reading, putBox } = activation
  if (!reading.box.ok) return undefined
  return (
    <>
      <DeviceLabel
        deviceLabel={{ identifier: reading.box.identifier, model: draft.box.model.trim(), raw: draft.box.raw }}
      />
      <PutRight box={{ ...draft.box, parts: messages.parts }} onChange={putBox} />
      <OtherAddresses box={{ ...draft.box, parts: messages.parts }} onChange={messages.putLabel} />
      <BoxDoubts box={draft.box} reading={reading.box} onChange={putBox} />
    </>
  )
}

function OpenBox({ activation, messages, onGoOn }: BoxPartProps) {
  const { control, setValue, getValues } = useDraftForm()
  const { draft, chooseBox } = activation
  const { parts, unnamed, putLabel, forgetUnnamed } = messages
  const raw = useController({ name: 'box.raw', control })
  const asSerial = useController({ name: 'box.asSerial', control })
  const model = useWatch({ name: 'box.model', control })
  const take = (box: BoxText): void => {
    // A pasted label is taken like a scanned one: it may name no box.
    if (box.parts !== undefined) return putLabel(box)
    // The unnamed label is obsolete, because the technician typed a box or said what a text is.
    forgetUnnamed()
    setValue('box', draftBox(box, getValues('box')), { shouldDirty: true })
  }
  const isOfLabel = parts.some(({ text }) => text === raw.field.value)
  const own = { raw: raw.field.value, asSerial: asSerial.field.value, ...(isOfLabel && { model, parts }) }
  const box = unnamed ?? own
  const isEmpty = box.raw.trim() === ''
  return (
    <>
      <div className="@container rounded-label border-2 border-dashed border-accent/60 bg-accent-tint p-2.5">
        <div className="grid items-start gap-2 @min-[30rem]:grid-cols-[minmax(0,1fr)_auto]">
          <BoxField
            box={box}
            onChange={take}
            onGoOn={onGoOn}
            label={t('scan.label')}
            hint={t('activation.box.hint')}
            insist={raw.fieldState.error !== undefined}
            inputRef={raw.field.ref}
          />
          <CameraButton onBox={putLabel} />
        </div>
      </div>
      {isOfLabel || unnamed !== undefined ? (
        <div className="@container">
          <LabelParts box={box} onChange={putLabel} />
        </div>
      ) : undefined}
      {isEmpty && draft.correcting === undefined ? (
        <div>
          <Button variant="quiet" size="small" onPress={() => chooseBox(false)}>
            {t('activation.alone.begin')}
          </Button>
        </div>
      ) : undefined}
    </>
  )
}

interface ScanMessageProps {
  readonly messages: BoxMessages
  /** Gives this draft its earlier box back. */
  readonly onPutBack: (before: Changed['before']) => void
  /** Gives this draft its earlier box back and starts a new one with the scanned box. Absent if this draft has nothing but a box. */
  readonly onStartAnew?: ((changed: Changed) => void) | undefined
}

/** Announces politely what a scan did, with an undo button. */
export function ScanMessage({ messages: { message, changed }, ...undo }: ScanMessageProps) {
  return (
    <output className="mx-auto grid w-full max-w-4xl gap-2 px-5 has-[div]:pt-3 wide:px-8">
      <MessageWords message={message} />
      {changed === undefined || message?.kind === 'arrived' || message?.kind === 'used' ? undefined : (
        <ChangedNotice changed={changed} {...undo} />
      )}
    </output>
  )
}

function MessageWords({ message }: Pick<BoxMessages, 'message'>) {
  switch (message?.kind) {
    case 'heard':
      return <span className="sr-only">{t('scan.heard', { code: writeBox(message.box) })}</span>
    case 'same':
      return (
        <Notice tone="info" announce="off">
          {t('activation.box.same')}
        </Notice>
      )
    case 'left':
      return isUnnamed(message.box) || isGtin(message.box.raw) ? (
        <Notice tone="warning" announce="off">
          {sayUnnamed(message.box, 'article')}
        </Notice>
      ) : (
        <NotUnderstood text={message.box.raw} />
      )
    case 'unread':
      return <NotUnderstood text={message.text} />
    case 'arrived':
    case 'used':
    case undefined:
      return undefined
  }
}

function ChangedNotice(props: Omit<ScanMessageProps, 'messages'> & { readonly changed: Changed }) {
  const { changed, onPutBack, onStartAnew } = props
  const { before, to } = changed
  return (
    <Notice
      tone="info"
      announce="off"
      actions={
        <>
          <Button onPress={() => onPutBack(before)}>{t('activation.box.undo', { code: writeBox(before.box) })}</Button>
          {onStartAnew === undefined ? undefined : (
            <Button onPress={() => onStartAnew(changed)}>{t('activation.box.startAnew')}</Button>
          )}
        </>
      }
    >
      {t('activation.box.changed', { code: writeBox(to) })}
    </Notice>
  )
}

interface ArrivedBoxProps {
  readonly messages: BoxMessages
  readonly onStartAnew: (box: BoxText) => void
}

/** Asks which job a scanned box is for. If the box is in use elsewhere, says where instead of asking. */
export function ArrivedBox({ messages, onStartAnew }: ArrivedBoxProps) {
  const { message } = messages
  if (message?.kind === 'used') return <UsedBox box={message.box} messages={messages} onStartAnew={onStartAnew} />
  if (message?.kind !== 'arrived') return undefined
  return <BoxQuestion {...message} messages={messages} onStartAnew={onStartAnew} />
}

/** A function of its own, because React calls a new one again at each render: each key in a field would scroll back to the notice. */
const showWhole = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

function UsedBox({ box, messages, onStartAnew }: ArrivedBoxProps & { readonly box: BoxText }) {
  const reading = readBox(box)
  const identifier = reading.ok ? reading.identifier : undefined
  // A job that gave the box to a customer is not listed, because that customer is shown.
  const jobs = useKnownJobs(identifier).filter(
    ({ userid, state }) => userid === undefined || (state !== 'done' && state !== 'unconfirmed'),
  )
  return (
    <div className="grid gap-3" ref={showWhole}>
      <Notice
        tone="info"
        title={t('activation.box.arrivedTitle', { code: sayCode(box) })}
        actions={
          <>
            <Button size="large" onPress={() => onStartAnew(box)}>
              {t('activation.box.startAnew')}
            </Button>
            <Button size="large" onPress={messages.leaveArrived}>
              {t('activation.box.continue')}
            </Button>
          </>
        }
      >
        {t('activation.box.used')}
      </Notice>
      <BoxOwners identifier={identifier} onLeave={messages.leaveArrived} />
      <KnownBoxes jobs={jobs} isChosen={false} />
    </div>
  )
}

/** The question gets the focus and not its buttons, so that Enter does not answer it. */
function BoxQuestion(props: ArrivedBoxProps & Extract<BoxMessage, { kind: 'arrived' }>) {
  const [title, words] = [useId(), useId()]
  const { box, draft, onStartAnew } = props
  const { putHere, leaveArrived, sayUsed } = props.messages
  const reading = readBox(box)
  const isUsed = useIsUsed(reading.ok ? reading.identifier : undefined)
  const answer = useEffectEvent(() => sayUsed(box))
  useEffect(() => {
    if (isUsed) answer()
  }, [isUsed])
  const isFixed = draft.withoutBox === true && draft.correcting !== undefined
  return (
    <fieldset
      data-question
      aria-labelledby={title}
      aria-describedby={words}
      tabIndex={-1}
      className="min-w-0 scroll-mt-4"
    >
      <Notice
        tone="warning"
        announce="off"
        title={<span id={title}>{t('activation.box.arrivedTitle', { code: sayCode(box) })}</span>}
        actions={
          <>
            <Button size="large" onPress={() => onStartAnew(box)}>
              {t('activation.box.startAnew')}
            </Button>
            {canReplaceBox(box) && !isFixed ? (
              <Button size="large" onPress={() => putHere(box)}>
                {t('activation.box.putHere')}
              </Button>
            ) : undefined}
            <Button size="large" onPress={leaveArrived}>
              {t('activation.box.continue')}
            </Button>
          </>
        }
      >
        <span id={words}>{wordsFor(props)}</span>
      </Notice>
    </fieldset>
  )
}

function wordsFor({ box, draft }: Pick<Extract<BoxMessage, { kind: 'arrived' }>, 'box' | 'draft'>): string {
  if (isUnnamed(box)) return sayUnnamed(box, 'arrivedArticle')
  if (!readBox(box).ok) return t('activation.box.arrivedUnclear')
  return t(draft.withoutBox === true ? 'activation.box.arrivedAlone' : 'activation.box.arrived')
}

const sayUnnamed = (box: BoxText, article: 'article' | 'arrivedArticle'): string =>
  isGtin(box.raw) && !isForOtherPart(box) ? t(`activation.box.${article}`, { code: box.raw }) : sayDoubt(box)

/** Writes a scanned code for a message. A code that names no box, such as an article number, is shown as printed. */
const sayCode = (box: BoxText): string => (isUnnamed(box) ? box.raw : writeBox(box))
