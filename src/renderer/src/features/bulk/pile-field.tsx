import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identifierKey, readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { useScans } from '../scan/use-scans.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { playTone } from './play-tone.ts'

type Heard = { readonly kind: 'new' | 'repeated' | 'not-understood'; readonly text: string }

/** Box after box into one field, by scanner, keyboard or paste; each scan is answered by a sound and a line. */
export function PileField({ onTake }: { readonly onTake: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [heard, setHeard] = useState<Heard>()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const hear = (code: string): void => {
    const reading = readDeviceIdentifier(code)
    const known = new Set(
      lines.flatMap((line) => {
        const one = readDeviceIdentifier(line)
        return one.ok ? [identifierKey(one.identifier)] : []
      }),
    )
    const kind = !reading.ok ? 'not-understood' : known.has(identifierKey(reading.identifier)) ? 'repeated' : 'new'
    playTone(kind === 'new' ? 'good' : 'bad')
    setHeard({ kind, text: code })
    if (kind === 'new') setText(`${lines.join('\n')}${lines.length === 0 ? '' : '\n'}${code}\n`)
  }
  useScans({ scanned: (scan) => hear(scan.text), unread: hear })
  return (
    <div className="grid content-start gap-2">
      <TextField
        label={t('bulk.source.pile')}
        hint={t('bulk.source.pileHint')}
        rows={5}
        figures
        value={text}
        onChange={setText}
      />
      <output className="min-h-6 text-small [overflow-wrap:anywhere]">
        {heard === undefined ? undefined : t(`bulk.heard.${heard.kind}`, { text: heard.text })}
      </output>
      <div>
        <Button
          isDisabled={lines.length === 0}
          onPress={() => {
            onTake(lines.join('\n'))
          }}
        >
          {t('bulk.source.takePile', { count: lines.length })}
        </Button>
      </div>
    </div>
  )
}
