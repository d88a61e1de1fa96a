import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { type Control, useController } from 'react-hook-form'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { largestLogo } from '../../../../../shared/domain/handout/handout.ts'

type Problem = Extract<LogoReading, { readonly ok: false }>['problem']

/** Edits the logo on handouts. The user chooses a picture, and only its pixels are stored. */
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
        // The background is white in both themes, like paper.
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

type LogoReading =
  | { readonly ok: true; readonly logo: string }
  | { readonly ok: false; readonly problem: 'tooLarge' | 'notAPicture' }

/** The size limit of a picture file, in bytes. It is far more than a logo needs. */
const largestFile = 2_000_000

/** The widths of a stored logo, in pixels. The first is 40 mm at 300 dpi. If the PNG is too large, the next width is tried. */
const widths = [480, 360, 240, 160]

/**
 * Draws a picture (PNG, JPEG, SVG) on white and returns the pixels as a PNG. The picture is opened as an image, so that an SVG runs
 * no script and loads nothing.
 */
async function readLogo(file: File): Promise<LogoReading> {
  if (file.size > largestFile) return { ok: false, problem: 'tooLarge' }
  if (!['image/png', 'image/jpeg', 'image/svg+xml'].includes(file.type)) return { ok: false, problem: 'notAPicture' }
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    for (const width of widths) {
      const logo = drawOnWhite(image, width)
      if (logo.length <= largestLogo) return { ok: true, logo }
    }
    return { ok: false, problem: 'tooLarge' }
  } catch {
    return { ok: false, problem: 'notAPicture' }
  } finally {
    URL.revokeObjectURL(address)
  }
}

function drawOnWhite(image: HTMLImageElement, most: number): string {
  // An SVG without a size counts as a square.
  const [width, height] = [image.naturalWidth || 300, image.naturalHeight || 300]
  const isVector = image.naturalWidth === 0
  const scale = Math.min(isVector ? 10 : 1, most / width, most / 2 / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('There is nothing to draw a picture on.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.filter = 'grayscale(1)'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
