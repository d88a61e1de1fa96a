import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useController, type Control } from 'react-hook-form'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { readLogo, type LogoReading } from './read-logo.ts'

type Problem = Extract<LogoReading, { readonly ok: false }>['problem']

/** The logo on handouts: chosen as a picture, kept as its pixels. */
export function LogoEditor({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
  const { field } = useController({ control, name: 'handoutLogo' })
  const [problem, setProblem] = useState<Problem>()
  const logo: string = field.value
  const choose = async (files: FileList | null) => {
    const file = files?.item(0)
    if (!file) return
    const reading = await readLogo(file)
    setProblem(reading.ok ? undefined : reading.problem)
    if (reading.ok) field.onChange(reading.logo)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small text-soft">{t('settings.fields.handoutLogo.label')}</legend>
      {logo === '' ? undefined : (
        // White like paper, in both themes.
        <img
          src={logo}
          alt={t('settings.fields.handoutLogo.label')}
          className="max-h-20 max-w-60 justify-self-start rounded-small bg-[#fff] p-2"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <FileTrigger
          acceptedFileTypes={['image/png', 'image/jpeg', 'image/svg+xml']}
          onSelect={(files) => void choose(files)}
        >
          <Button>{t(logo === '' ? 'settings.logo.choose' : 'settings.logo.replace')}</Button>
        </FileTrigger>
        {logo === '' ? undefined : <Button onPress={() => field.onChange('')}>{t('settings.logo.remove')}</Button>}
      </div>
      <p className="max-w-2xl text-small text-soft">{t('settings.fields.handoutLogo.hint')}</p>
      {problem === undefined ? undefined : <Notice tone="bad">{t(`settings.logo.${problem}`)}</Notice>}
    </fieldset>
  )
}
