import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { BroughtTechnician } from '../../../../shared/domain/fleet.ts'
import type { StationRole } from '../../../../shared/fleet/hub-calls.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { shownFormatTag, t } from '../../locale.ts'
import { useKept, useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { useFirstFocus } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import { formatExactly, formatSpan } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Fact, Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { ComboBox, Select } from '../../ui/select.tsx'
import { CopyButton, QrCode } from '../ticket/log-in-card.tsx'
import { groupsOf, type Station } from './board/station.ts'
import { useHubNow } from './board/board-store.ts'
import { sayNames, writeInvitation } from './say-fleet.ts'
import { anHour } from '../../../../shared/durations.ts'

const roles: readonly StationRole[] = ['station', 'supervisor']
/** The choices for how long a code is valid, in hours. */
const times = [1, 8, 24, 72, 168]
const longestGroup = 80

interface MadeCode extends CodeWish {
  readonly code: string
  readonly technicians: readonly BroughtTechnician[]
  /** The end of the code's validity by the hub's clock, milliseconds since 1970. */
  readonly until: number
}

interface CodeWish {
  readonly role: StationRole
  readonly group: string
  readonly hours: number
}

/** Creates a one-time code for another computer, and shows the code once. */
export function NewCode({ stations }: { readonly stations: readonly Station[] }) {
  const [wish, setWish] = useKept<CodeWish>('fleet.code', { role: 'station', group: '', hours: 24 })
  const [made, setMade] = useState<MadeCode>()
  const now = useHubNow()
  const invite = useCall('fleet.invite')
  const make = async (): Promise<void> => {
    const { role, hours } = wish
    const group = wish.group.trim()
    const reply = await invite.run({ role, hours, ...(group !== '' && { group }) })
    if (reply.ok) setMade({ ...wish, ...reply.value, group, until: now + hours * anHour })
  }
  const again = (): void => {
    setMade(undefined)
    document.getElementById('main')?.focus()
  }
  if (made !== undefined) return <CodeSlip made={made} onAgain={again} />
  const isTooLong = wish.group.trim().length > longestGroup
  return (
    <div className="max-w-3xl px-5 pb-5">
      <Panel title={t('fleet.code.title')} note={t('fleet.code.note')}>
        <Form className="grid gap-4" onSubmit={() => (isTooLong || invite.isBusy ? undefined : make())}>
          <RadioGroup<StationRole>
            label={t('fleet.role')}
            choices={roles.map((id) => ({
              id,
              name: t(`fleet.roles.${id}`),
              note: t(`fleet.code.roles.${id}`),
            }))}
            value={wish.role}
            onChange={(role) => setWish({ ...wish, role })}
          />
          <div className="grid items-start gap-4 narrow:grid-cols-2">
            <ComboBox<string>
              label={t('fleet.group')}
              optional={t('fleet.code.optional')}
              hint={t('fleet.code.groupHint')}
              choices={groupsOf(stations, shownFormatTag()).map((name) => ({ id: name, name }))}
              value={wish.group}
              onChange={(group) => setWish({ ...wish, group })}
              error={isTooLong ? t('rules.too-long') : undefined}
            />
            <Select<string>
              label={t('fleet.code.hours')}
              choices={times.map((hours) => ({ id: String(hours), name: formatSpan(hours * anHour) }))}
              value={String(wish.hours)}
              onChange={(hours) => setWish({ ...wish, hours: Number(hours) })}
            />
          </div>
          <ErrorNotice error={invite.error} />
          <div>
            <Button type="submit" variant="primary" size="large" isDisabled={isTooLong || invite.isBusy}>
              {t(invite.isBusy ? 'fleet.code.busy' : 'fleet.code.action')}
            </Button>
          </div>
        </Form>
      </Panel>
    </div>
  )
}

/** Shows the code once, in type large enough for reading aloud. The code can be printed. */
function CodeSlip({ made, onAgain }: { readonly made: MadeCode; readonly onAgain: () => void }) {
  const { view } = useServices()
  const hub = useSnapshot(({ fleet }) => fleet?.hub ?? '')
  const { code, role, group, until, technicians } = made
  const text = writeInvitation({ hub, code })
  // The code gets the focus, so that a screen reader reads it at once. The button that had the focus is gone.
  const shown = useFirstFocus<HTMLOutputElement>()
  useEffect(() => view.offerPrint(() => window.print()), [view])
  return (
    <div className="max-w-3xl px-5 pb-5 print:max-w-none print:p-0">
      <Panel title={t('fleet.code.made')}>
        <div className="grid gap-5">
          <div className="print:hidden">
            <Notice tone="warning" announce="off">
              {t('fleet.code.once')}
            </Notice>
          </div>
          <div className="flex flex-wrap items-start justify-between gap-5">
            <dl className="grid min-w-0 flex-1 basis-72 gap-4">
              <Fact name={t('fleet.join.code')}>
                <output
                  ref={shown}
                  data-code
                  tabIndex={-1}
                  className="grid w-fit grid-cols-3 gap-x-5 gap-y-1 font-figures text-display font-semibold tracking-wide outline-none max-narrow:grid-cols-2"
                  translate="no"
                >
                  {code.split('-').map((group, index) => (
                    // Two groups of a code may be equal. But groups never change places, so the index identifies a group.
                    // oxlint-disable-next-line react/no-array-index-key -- See above.
                    <span key={index}>{group}</span>
                  ))}
                </output>
              </Fact>
              <Fact name={t('fleet.join.hub')}>
                <span className="font-figures" translate="no">
                  {hub}
                </span>
              </Fact>
              <Fact name={t('fleet.role')}>{t(`fleet.roles.${role}`)}</Fact>
              <Fact name={t('fleet.code.until')}>{formatExactly(until)}</Fact>
              {group === '' ? undefined : <Fact name={t('fleet.group')}>{group}</Fact>}
            </dl>
            <div className="size-40 shrink-0 rounded-normal border border-line p-1">
              <QrCode text={text} label={t('fleet.code.qr')} />
            </div>
          </div>
          <ol className="grid list-decimal gap-1 ps-5">
            <li>{t('fleet.code.steps.open')}</li>
            <li>{t('fleet.code.steps.enter')}</li>
            <li>{t('fleet.code.steps.once')}</li>
          </ol>
          <div className="flex flex-wrap gap-2 print:hidden">
            <CopyButton name={t('fleet.code.copy')} text={code} />
            <CopyButton name={t('fleet.code.copyBoth')} text={text} />
            <Button onPress={() => window.print()}>
              <Printer aria-hidden size="1rem" />
              {t('fleet.code.print')}
            </Button>
            <Button variant="quiet" onPress={onAgain}>
              {t('fleet.code.again')}
            </Button>
          </div>
          <p className="text-small text-soft [overflow-wrap:anywhere] print:hidden">
            {technicians.length === 0
              ? t('fleet.code.bringsNobody')
              : t('fleet.code.bringsNames', { names: sayNames(technicians) })}
          </p>
        </div>
      </Panel>
    </div>
  )
}
