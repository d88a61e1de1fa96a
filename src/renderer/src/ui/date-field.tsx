import { parseDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Calendar, CalendarCell, CalendarGrid } from 'react-aria-components/Calendar'
import { DatePicker, DateInput, DateSegment } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { t } from '../locale.ts'
import { controlLook, FieldLabel, FieldNotes, type FieldWords } from './text-field.tsx'
import { clsx } from 'clsx'

interface DateFieldProps extends FieldWords {
  /** The day as `yyyy-MM-dd`. Undefined if no day is chosen. */
  readonly value: string | undefined
  readonly onChange: (day: string | undefined) => void
}

const arrow = 'grid size-9 place-items-center rounded-normal text-soft data-hovered:bg-sunken data-hovered:text-ink'

export function DateField({ label, hint, error, value, onChange }: DateFieldProps) {
  return (
    <DatePicker
      value={value === undefined ? null : parseDate(value)}
      onChange={(day) => onChange(day?.toString())}
      granularity="day"
      shouldForceLeadingZeros
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className="grid content-start gap-1"
    >
      <FieldLabel label={label} />
      <Group
        className={clsx(controlLook, 'flex items-center data-focus-within:outline-2 data-focus-within:outline-focus')}
      >
        <DateInput className="flex min-w-0 flex-1 tabular-nums">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-small px-px outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-soft data-focused:data-placeholder:text-on-accent"
            />
          )}
        </DateInput>
        <Button
          aria-label={t('ui.calendar')}
          className="-my-1 -me-1.5 grid size-7 shrink-0 place-items-center rounded-small text-soft data-hovered:bg-sunken"
        >
          <CalendarDays aria-hidden size="1rem" />
        </Button>
      </Group>
      <FieldNotes hint={hint} error={error} />
      <Popover className="max-w-full overflow-auto rounded-large border border-line bg-raised p-3 shadow-high">
        <Dialog aria-label={label ?? t('ui.calendar')} className="outline-none">
          <Calendar>
            <header className="flex items-center justify-between pb-2">
              <Button slot="previous" className={arrow}>
                <ChevronLeft aria-hidden size="1rem" />
              </Button>
              <Heading className="font-semibold" />
              <Button slot="next" className={arrow}>
                <ChevronRight aria-hidden size="1rem" />
              </Button>
            </header>
            <CalendarGrid className="text-center text-small tabular-nums">
              {(day) => (
                <CalendarCell
                  date={day}
                  className="grid size-9 place-items-center rounded-normal data-hovered:bg-sunken data-outside-month:invisible data-selected:bg-accent data-selected:font-semibold data-selected:text-on-accent"
                />
              )}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}
