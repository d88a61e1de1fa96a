import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { serialPatternSchema, type SerialPattern } from '../../../../shared/domain/label/label.ts'
/** The patterns of serial numbers by model. They identify a label's serial number and model, and reveal reading errors. */
export function SerialPatternsPanel() {
  const { t } = useTranslation()
  const { view } = useDesk()
  const kept = writePatterns(useSnapshot(({ preferences }) => preferences.serialPatterns))
  const [typed, setTyped] = useState<string>()
  const save = useCall('preferences.save')
  const text = typed ?? kept
  const read = readPatterns(text)
  const submit = async (): Promise<void> => {
    if ('line' in read) return
    const reply = await save.run({ serialPatterns: [...read.patterns] })
    if (!reply.ok) return
    setTyped(undefined)
    view.say(t('ui.saved'))
  }
  return (
    <Panel title={t('settings.patterns.title')} note={t('settings.patterns.note')}>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={t('settings.patterns.label')}
          hint={t('settings.patterns.hint')}
          {...('line' in read ? { error: t('settings.patterns.fault', { line: read.line }) } : {})}
          rows={5}
          figures
          value={text}
          onChange={setTyped}
        />
        <ErrorNotice error={save.error} />
        <div>
          <Button type="submit" variant="primary" isDisabled={'line' in read || text === kept || save.isBusy}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** The patterns as text, one per line: `MAG520 = ######@#######`. */
export function writePatterns(patterns: readonly SerialPattern[]): string {
  return patterns.map(({ model, pattern }) => `${model} = ${pattern}`).join('\n')
}

/** Parses such lines. Returns the patterns, or the number of the first invalid line, counted from 1. */
export function readPatterns(
  text: string,
): { readonly patterns: readonly SerialPattern[] } | { readonly line: number } {
  const patterns: SerialPattern[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const at = line.lastIndexOf('=')
    const read = serialPatternSchema.safeParse({ model: line.slice(0, Math.max(at, 0)), pattern: line.slice(at + 1) })
    if (!read.success) return { line: index + 1 }
    patterns.push(read.data)
  }
  return patterns.length > 200 ? { line: 201 } : { patterns }
}
