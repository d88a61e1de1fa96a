import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostAtOnce } from '../../../../shared/bridge/hostname-channels.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PileAnswer } from '../scan/pile-answer.tsx'
import { PileTrouble } from '../scan/pile-trouble.tsx'
import { usePileScans } from '../scan/use-pile-scans.ts'
import { countPile, splitLines, type PileLine } from './pile.ts'
import { PileLines } from './pile-lines.tsx'
import { PileStanding } from './pile-standing.tsx'
import { SavePile } from './save-pile.tsx'
import type { KnownList } from './use-hostname-list.ts'
import { usePile } from './use-pile.ts'

export interface PilePanelProps {
  readonly hostname: string
  readonly known: KnownList
}

/** Boxes scanned, typed or pasted one after the other: each compared with the hostname, and what lacks can be added. */
export function PilePanel({ hostname, known }: PilePanelProps) {
  const { t } = useTranslation()
  const pile = usePile(known)
  const [text, setText] = useState('')
  const [isFull, setFull] = useState(false)
  const [takenOut, setTakenOut] = useState<readonly PileLine[]>()
  const input = useRef<HTMLInputElement>(null)
  const count = countPile(pile.lines)

  /** What finds no room stays in the field. */
  const add = (texts: readonly string[]): void => {
    if (texts.length === 0) return
    const left = pile.add(texts)
    setFull(left.length > 0)
    setTakenOut(undefined)
    setText(left.join(', '))
  }
  const scans = usePileScans({
    has: pile.has,
    settled: pile.settled,
    add: (line) => {
      const hasRoom = pile.add([line]).length === 0
      setFull(!hasRoom)
      setTakenOut(undefined)
      return hasRoom
    },
  })

  return (
    <Panel flush title={t('hostnames.pile.title')} note={t('hostnames.pile.note')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pb-4">
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            add(splitLines(text))
            input.current?.focus()
          }}
        >
          <div className="min-w-0 flex-1 basis-44">
            <TextField
              inputRef={input}
              label={t('hostnames.pile.field')}
              placeholder={t('hostnames.pile.hint')}
              figures
              large
              autoComplete="off"
              value={text}
              onChange={setText}
              onPaste={(event) => {
                const pasted = splitLines(event.clipboardData.getData('text'))
                if (pasted.length < 2) return
                event.preventDefault()
                add(pasted)
              }}
            />
          </div>
          <Button type="submit" size="large" isDisabled={text.trim() === ''}>
            {t('hostnames.pile.add')}
          </Button>
        </form>
        <PileAnswer scans={scans} hasRows />
        <PileTrouble trouble={pile.trouble} />
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          {isFull ? (
            <Notice tone="warning" announce="off">
              {t('hostnames.pile.full', { count: mostAtOnce })}
            </Notice>
          ) : undefined}
          {takenOut === undefined ? undefined : (
            <Notice
              tone="info"
              announce="off"
              acts={
                <Button
                  size="small"
                  onPress={() => {
                    pile.replace(takenOut)
                    setTakenOut(undefined)
                  }}
                >
                  {t('hostnames.pile.putBack')}
                </Button>
              }
            >
              {t('hostnames.pile.takenOut', { count: takenOut.length })}
            </Notice>
          )}
        </div>
        <PileStanding count={count} known={known} />
        <SavePile hostname={hostname} pile={pile} count={count} />
      </div>
      {pile.lines.length === 0 ? undefined : (
        <PileLines
          pile={pile}
          onClear={() => {
            setTakenOut(pile.lines.map(({ id, raw }) => ({ id, raw })))
            pile.replace([])
            input.current?.focus()
          }}
        />
      )}
    </Panel>
  )
}
