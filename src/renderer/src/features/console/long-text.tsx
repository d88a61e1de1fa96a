import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { shownFormatTag, t } from '../../locale.ts'
import { IconButton } from '../../ui/button.tsx'

/** A read-only text of any length, for copying. A long text is shown in parts, because a long text field would be slow. */
export function LongText({ label, text }: { readonly label: string; readonly text: string }) {
  const [chosen, setChosen] = useState(0)
  const count = countTextParts(text)
  const index = Math.min(chosen, count - 1)
  const part = partOf(text, index)
  const step = (icon: LucideIcon, name: 'first' | 'before' | 'after' | 'last', to: number) => (
    <IconButton
      icon={icon}
      label={t(`console.answer.part.${name}`)}
      isDisabled={to < 0 || to >= count || to === index}
      onPress={() => setChosen(to)}
    />
  )
  return (
    <div className="grid gap-2">
      <label className="grid gap-2">
        <span className="text-small font-semibold text-soft">{label}</span>
        <textarea
          autoComplete="off"
          key={index}
          readOnly
          dir="ltr"
          value={part.text}
          rows={Math.min(18, Math.max(4, Math.ceil(part.text.length / 60)))}
          className="w-full rounded-normal border border-line bg-sunken p-3 font-figures text-small"
        />
      </label>
      {count === 1 ? undefined : (
        <div className="flex flex-wrap items-center gap-1">
          {step(ChevronsLeft, 'first', 0)}
          {step(ChevronLeft, 'before', index - 1)}
          {step(ChevronRight, 'after', index + 1)}
          {step(ChevronsRight, 'last', count - 1)}
          <p aria-live="polite" className="px-1 text-small text-soft tabular-nums">
            {t('console.answer.part.which', {
              part: say(index + 1),
              parts: say(count),
              from: say(part.from + 1),
              to: say(part.to),
              all: say(text.length),
            })}
          </p>
        </div>
      )}
    </div>
  )
}

const say = (number: number): string => number.toLocaleString(shownFormatTag())

/** The number of characters that a text field can show without becoming slow. */
const partLength = 65_536

export const countTextParts = (text: string): number => Math.max(1, Math.ceil(text.length / partLength))

/** Returns one part of a text with its range. `index` counts from 0. All parts together are the whole text. */
export function partOf(text: string, index: number) {
  const from = cutAt(text, index * partLength)
  const to = cutAt(text, Math.min(text.length, (index + 1) * partLength))
  return { from, to, text: text.slice(from, to) }
}

/** Returns the index of a cut. A cut that would split a surrogate pair moves behind the pair. */
const cutAt = (text: string, index: number): number =>
  index > 0 && index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff ? index + 1 : index
