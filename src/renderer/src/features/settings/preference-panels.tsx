import { type ReactNode, useState } from 'react'
import { type Preferences, preferencesSchema } from '../../../../shared/bridge/snapshot.ts'
import type { SerialPattern } from '../../../../shared/domain/label/label.ts'
import { serialPatternSchema } from '../../../../shared/domain/label/label-schemas.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { shortcutKeysOf, usesCommandKey } from '../../shortcuts.ts'
import { useKept, useServices, useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { formatExactly } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { languageChoices } from '../../../../shared/domain/language.ts'
import { sayLanguage } from '../../ui/format-names.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/choices.tsx'
import { Form } from '../../ui/form.tsx'

interface PreferencePanelProps {
  readonly title: string
  readonly note: string
  readonly children: ReactNode
  /** The preferences to save. Undefined while nothing valid has changed. */
  readonly change: Partial<Preferences> | undefined
  /** Called after the save, to forget the typed values. */
  readonly onSaved: () => void
  readonly variant?: 'plain' | 'primary'
}

/** Preferences that are typed and saved with a button. */
function PreferencePanel({ title, note, children, change, onSaved, variant = 'primary' }: PreferencePanelProps) {
  const { view } = useServices()
  const save = useCall('preferences.save')
  const submit = async () => {
    if (change === undefined) return
    const reply = await save.run(change)
    if (!reply.ok) return
    onSaved()
    view.say(t('ui.saved'))
  }
  return (
    <Panel title={title} note={note}>
      <Form className="grid max-w-xl gap-4" onSubmit={submit}>
        {children}
        <ErrorNotice error={save.error} />
        <div>
          <Button type="submit" variant={variant} isDisabled={change === undefined || save.isBusy}>
            {t('ui.save')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

interface TextPreference {
  readonly name: 'technician' | 'stationName' | 'scannerPrefix' | 'scannerSuffix'
  readonly label: string
  readonly hint?: string
  readonly maxLength: number
}

export function TextPreferences({
  fields,
  ...panel
}: {
  readonly title: string
  readonly note: string
  readonly fields: readonly TextPreference[]
}) {
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const key = `settings.${fields.map(({ name }) => name).join(' ')}`
  const [typed, setTyped] = useKept<Partial<Pick<Preferences, TextPreference['name']>>>(key, {})
  const isDirty = fields.some(({ name }) => (typed[name] ?? preferences[name]) !== preferences[name])
  return (
    <PreferencePanel {...panel} change={isDirty ? typed : undefined} onSaved={() => setTyped({})}>
      {fields.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          value={typed[name] ?? preferences[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
    </PreferencePanel>
  )
}

/** The patterns help to read labels, and reveal reading errors. */
export function SerialPatternsPanel() {
  const kept = writePatterns(useSnapshot(({ preferences }) => preferences.serialPatterns))
  const [typed, setTyped] = useKept<string | undefined>('settings.patterns', undefined)
  const text = typed ?? kept
  const read = readPatterns(text)
  const isFaulty = 'line' in read
  return (
    <PreferencePanel
      title={t('settings.patterns.title')}
      note={t('settings.patterns.note')}
      change={isFaulty || text === kept ? undefined : { serialPatterns: [...read.patterns] }}
      onSaved={() => setTyped(undefined)}
    >
      <TextField
        label={t('settings.patterns.label')}
        hint={t('settings.patterns.hint')}
        error={isFaulty ? t('settings.patterns.fault', { line: read.line }) : undefined}
        rows={5}
        figures
        value={text}
        onChange={setTyped}
      />
    </PreferencePanel>
  )
}

/** Writes the patterns as text, one per line: `MAG520 = ######@#######`. */
export function writePatterns(patterns: readonly SerialPattern[]): string {
  return patterns.map(({ model, pattern }) => `${model} = ${pattern}`).join('\n')
}

/** Parses patterns from lines of text. Returns the patterns, or the number of the first invalid line, counted from 1. */
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

export function RetentionPanel() {
  const { preferences, maintenance } = useSnapshot((snapshot) => snapshot)
  const retention = useRead('maintenance.retention', {}, { scope: preferences.retentionDays, keepsLast: true }).value
  return (
    <WholeNumberPanel name="retentionDays" words="maintenance.retention" note={t('maintenance.retention.note')}>
      {(days) => (
        <>
          {days === undefined || days === 0 ? undefined : (
            <p className="text-soft">{t('maintenance.retention.longer', { days: 2 * days })}</p>
          )}
          {retention?.nextAt === undefined ? undefined : (
            <Notice tone="warning" announce="off">
              {t('maintenance.retention.expiring', { count: retention.count, when: formatExactly(retention.nextAt) })}
            </Notice>
          )}
          {maintenance.quarantined === 0 ? undefined : (
            <p className="text-soft">{t('maintenance.retention.quarantined', { count: maintenance.quarantined })}</p>
          )}
        </>
      )}
    </WholeNumberPanel>
  )
}

/** Only the supervisor can save this setting. */
export function LockAfterPanel() {
  const keys = shortcutKeysOf('lock', usesCommandKey(navigator.userAgent), 'loopback')
  return <WholeNumberPanel name="lockAfterMinutes" words="who.after" note={t('who.after.note', { keys })} />
}

interface WholeNumberPanelProps {
  readonly name: 'retentionDays' | 'lockAfterMinutes'
  readonly words: 'maintenance.retention' | 'who.after'
  readonly note: string
  /** Rendered after the field, for the typed number. `typed` is undefined while the number is invalid. */
  readonly children?: (typed: number | undefined) => ReactNode
}

function WholeNumberPanel({ name, words, note, children }: WholeNumberPanelProps) {
  const kept = useSnapshot(({ preferences }) => preferences[name])
  const [typed, setTyped] = useKept<string | undefined>(`settings.${name}`, undefined)
  const text = typed ?? String(kept)
  const value = readWhole(name, text)
  return (
    <PreferencePanel
      title={t(`${words}.title`)}
      note={note}
      change={value === undefined || value === kept ? undefined : { [name]: value }}
      onSaved={() => setTyped(undefined)}
      variant="plain"
    >
      <TextField
        label={t(`${words}.label`)}
        hint={t(`${words}.hint`)}
        figures
        inputMode="numeric"
        maxLength={4}
        value={text}
        onChange={setTyped}
        error={value === undefined ? t(`${words}.wrong`) : undefined}
      />
      {children?.(value)}
    </PreferencePanel>
  )
}

function readWhole(name: WholeNumberPanelProps['name'], text: string): number | undefined {
  if (!/^\s*\d+\s*$/.test(text)) return undefined
  return preferencesSchema.shape[name].safeParse(Number(text)).data
}

/** Each language is named in that language. A change takes effect at once. */
export function LanguageSelect() {
  const chosen = useSnapshot(({ preferences }) => preferences.language)
  const save = useCall('preferences.save')
  return (
    <Select
      label={t('settings.language.label')}
      value={chosen}
      onChange={(language) => void save.run({ language })}
      choices={languageChoices.map((id) => ({
        id,
        name: id === 'system' ? t('settings.language.system') : sayLanguage(id),
      }))}
    />
  )
}

/** Only turning on notifications asks the system for permission. */
export function SignalsPanel() {
  const { sounds, notifications } = useSnapshot(({ preferences }) => preferences)
  const save = useCall('preferences.save')
  const [isRefused, setRefused] = useState(false)
  const canNotify = 'Notification' in globalThis
  const notify = async (isOn: boolean) => {
    const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted'
    setRefused(!isAllowed)
    if (isAllowed) await save.run({ notifications: isOn })
  }
  return (
    <Panel title={t('settings.signals.title')}>
      <div className="grid gap-3">
        <Switch isSelected={sounds} onChange={(isOn) => void save.run({ sounds: isOn })}>
          {t('settings.signals.sounds')}
        </Switch>
        {canNotify ? (
          <div className="grid gap-1">
            <Switch isSelected={notifications} onChange={(isOn) => void notify(isOn)}>
              {t('settings.signals.notifications')}
            </Switch>
            <p className="text-small text-soft">{t('settings.signals.note')}</p>
          </div>
        ) : undefined}
        {isRefused ? <Notice tone="warning">{t('settings.signals.refused')}</Notice> : undefined}
        <ErrorNotice error={save.error} />
      </div>
    </Panel>
  )
}
