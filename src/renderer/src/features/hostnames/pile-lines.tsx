import { CircleAlert, CircleCheck, CirclePlus, Clock, Copy, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { queuePath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { Switch } from '../../ui/toggle.tsx'
import { sayReadingProblem } from '../scan/say-reading.ts'
import type { JudgedLine, PileVerdict } from './pile.ts'
import { RowPlate } from './row-plate.tsx'
import type { Pile } from './use-pile.ts'
import { VirtualRows } from './virtual-rows.tsx'

const looks: Readonly<Record<PileVerdict, { readonly icon: LucideIcon; readonly look: string }>> = {
  new: { icon: CirclePlus, look: 'bg-saved-tint text-saved' },
  uncompared: { icon: CirclePlus, look: 'bg-saved-tint text-saved' },
  listed: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  'in-work': { icon: Clock, look: 'bg-waiting-tint text-waiting' },
  repeated: { icon: Copy, look: 'bg-dropped-tint text-dropped' },
  'not-understood': { icon: CircleAlert, look: 'bg-refused-tint text-refused' },
}

/** The lines of a pile, the last one on top, each with what was made of it. */
export function PileLines({ pile, onClear }: { readonly pile: Pile; readonly onClear: () => void }) {
  const { t } = useTranslation()
  const [isNarrowed, setNarrowed] = useState(false)
  const shown = isNarrowed ? pile.lines.filter(({ verdict }) => verdict !== 'listed') : pile.lines
  const rows = shown.toReversed().map((line) => ({
    ...line,
    says: `${spellOut(line.raw).shown}: ${t(`hostnames.verdicts.${line.verdict}`)}`,
  }))
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 py-2">
        <Switch isSelected={isNarrowed} onChange={setNarrowed}>
          {t('hostnames.pile.onlyLacking')}
        </Switch>
        <Button size="small" variant="quiet" onPress={onClear}>
          {t('hostnames.pile.clear')}
        </Button>
      </div>
      <div className="border-t border-line">
        <VirtualRows label={t('hostnames.pile.lines')} rows={rows}>
          {(line) => <PileRow line={line} onRemove={pile.remove} />}
        </VirtualRows>
      </div>
    </div>
  )
}

function PileRow({ line, onRemove }: { readonly line: JudgedLine; readonly onRemove: (id: number) => void }) {
  const { t } = useTranslation()
  const { id, raw, reading, verdict, jobId } = line
  const { shown } = spellOut(raw)
  return (
    <RowPlate
      identifier={reading.ok ? reading.identifier : undefined}
      text={shown}
      note={sayReadingProblem(t, reading, raw)}
      aside={
        <div className="flex flex-wrap items-center gap-1">
          <VerdictChip verdict={verdict} />
          {jobId === undefined ? undefined : (
            <Link
              href={queuePath('all', jobId)}
              className="inline-flex min-h-6 items-center text-small text-accent underline underline-offset-2"
            >
              {t('hostnames.pile.openJob')}
            </Link>
          )}
          <IconButton
            icon={X}
            label={t('hostnames.pile.remove', { text: shown })}
            onPress={() => {
              onRemove(id)
            }}
          />
        </div>
      }
    />
  )
}

/** What was made of a line, as icon and word. */
export function VerdictChip({ verdict }: { readonly verdict: PileVerdict }) {
  const { t } = useTranslation()
  const { icon: Icon, look } = looks[verdict]
  return (
    <span
      data-verdict={verdict}
      className={joinClasses(
        'inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-small font-semibold whitespace-nowrap',
        look,
      )}
    >
      <Icon aria-hidden size="0.8125rem" strokeWidth={2.2} className="shrink-0" />
      {t(`hostnames.verdicts.${verdict}`)}
    </span>
  )
}
