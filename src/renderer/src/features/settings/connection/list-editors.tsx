import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useController, useFieldArray, useWatch } from 'react-hook-form'
import type { ProductListView } from '../../../../../shared/bridge/connection-channels.ts'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { t } from '../../../locale.ts'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FileButton, FormText } from '../../../ui/form.tsx'
import { clsx } from 'clsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayConnectionFinding, sayIfKnown } from '../../connection/setting-field.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { largestLogo } from '../../../../../shared/domain/handout/handout.ts'

const lists = {
  products: {
    columns: ['name', 'productid', 'months', 'days', 'renewalinterval'],
    look: 'grid-cols-2 border-b border-line pb-3 narrow:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_repeat(3,minmax(0,1fr))_2.25rem]',
  },
  resellers: { columns: ['name', 'id'], look: 'grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.25rem]' },
} as const

type Row = Readonly<Record<string, string>>

interface Rows {
  readonly typed: readonly Row[]
  readonly append: (row: Row) => void
  readonly update: (index: number, row: Row) => void
}

interface RowListProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly name: keyof typeof lists
  readonly blank: Row
  /** Shown below the list. */
  readonly children?: (rows: Rows) => ReactNode
}

export function RowList(props: RowListProps) {
  const { name, blank, children } = props
  // The cast is safe, because the columns of both lists are texts.
  const control = props.control as unknown as Control<Record<keyof typeof lists, Row[]>>
  const { fields, append, remove, update } = useFieldArray({ control, name, keyName: 'key' })
  const typed = useWatch({ control, name })
  const { columns, look } = lists[name]
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** Removes a row, and focuses the button of the row that takes its place. */
  const removeRow = (index: number): void => {
    flushSync(() => remove(index))
    const rows = list.current?.children
    const next = rows?.item(index) ?? rows?.item(index - 1)
    ;(next?.querySelector('button') ?? add.current)?.focus()
  }
  return (
    <section aria-labelledby={name} className="grid gap-3">
      <div>
        <h3 id={name} className="font-semibold">
          {t(`settings.fields.${name}.label`)}
        </h3>
        <p className="text-small text-soft">{t(`settings.fields.${name}.hint`)}</p>
      </div>
      {fields.length === 0 ? <p className="text-soft">{t(`settings.fields.${name}.none`)}</p> : undefined}
      <ul ref={list} className="grid gap-3">
        {fields.map(({ key }, index) => (
          <li key={key} className={clsx('grid items-start gap-2', look)}>
            {columns.map((column) => (
              <FormText
                key={column}
                control={control}
                name={`${name}.${index}.${column}`}
                label={sayIfKnown(`settings.fields.${name}.columns.${column}`)}
              />
            ))}
            <div className="mt-5">
              <IconButton
                icon={Trash2}
                label={t(`settings.fields.${name}.remove`, {
                  name: typed[index]?.['name']?.trim() || t(`settings.fields.${name}.unnamed`),
                })}
                onPress={() => removeRow(index)}
              />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button ref={add} onPress={() => append(blank)}>
          <Plus aria-hidden size="1rem" />
          {t(`settings.fields.${name}.add`)}
        </Button>
      </div>
      {children?.({ typed, append, update })}
    </section>
  )
}

const usual = { months: '1', days: '0', renewalinterval: '1' } as const

/** Offers the platform's products below the list. */
export function ProductsEditor(props: {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
}) {
  const { control, connection } = props
  return (
    <RowList control={control} name="products" blank={{ productid: '', name: '', ...usual }}>
      {({ typed, append, update }) => (
        <PlatformProducts
          connection={connection}
          offered={typed.map(({ productid = '', name = '' }) => ({ productid: productid.trim(), name: name.trim() }))}
          onTake={({ productid, name }) => {
            const index = typed.findIndex((ours) => ours['productid']?.trim() === productid)
            if (index === -1) append({ productid, name, ...usual })
            else update(index, { ...typed[index], name })
          }}
        />
      )}
    </RowList>
  )
}

type PlatformProduct = ProductListView['products'][number]

interface PlatformProductsProps {
  readonly connection: ConnectionView
  readonly offered: readonly PlatformProduct[]
  /** Adds a product of the platform to the list. A product that is already in the list gets the platform's name. */
  readonly onTake: (product: PlatformProduct) => void
}

function PlatformProducts({ connection, ...rest }: PlatformProductsProps) {
  const { run, isBusy, error } = useCall('connection.fetch-products')
  const [list, setList] = useState<ProductListView>()
  const ask = async () => {
    const reply = await run({ id: connection.settings.id })
    if (reply.ok) setList(reply.value)
  }
  return (
    <section aria-labelledby="platform-products" className="grid gap-3 rounded-normal bg-sunken p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="platform-products" className="font-semibold">
            {t('settings.connection.names.title')}
          </h3>
          <p className="text-small text-soft">{t('settings.connection.names.note')}</p>
        </div>
        <Button isBusy={isBusy} isDisabled={!connection.hasToken} onPress={() => void ask()}>
          {t(isBusy ? 'settings.connection.names.asking' : 'settings.connection.names.ask')}
        </Button>
      </div>
      <ErrorNotice error={error} />
      {list === undefined ? undefined : <Answer list={list} {...rest} />}
    </section>
  )
}

type AnswerProps = Omit<PlatformProductsProps, 'connection'> & { readonly list: ProductListView }

function Answer({ list: { kind, products, failure, words }, offered, onTake }: AnswerProps) {
  if (kind !== 'listed')
    return (
      <Notice tone="warning" title={t(`settings.connection.names.failures.${kind}`)}>
        {failure === undefined ? undefined : <p>{sayConnectionFinding({ finding: failure, outcome: 'bad' })}</p>}
        {words === undefined ? undefined : <p>{t('settings.connection.names.said', { words })}</p>}
      </Notice>
    )
  if (products.length === 0) return <Notice tone="info">{t('settings.connection.names.none')}</Notice>
  return (
    <ul
      aria-label={t('settings.connection.names.listed')}
      className="grid gap-px overflow-clip rounded-normal border border-line bg-line"
    >
      {products.map((product) => {
        const { name, productid } = product
        const ours = offered.find((one) => one.productid === productid)?.name
        const action = ours === undefined ? 'add' : 'rename'
        return (
          <li
            key={productid}
            className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 bg-surface px-4 py-2 text-small"
          >
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="text-body font-semibold">{name}</span>{' '}
              <span className="font-figures text-soft">{productid}</span>
            </p>
            {ours === name ? (
              <span className="text-done">{t('settings.connection.names.offered')}</span>
            ) : (
              <>
                {ours === undefined ? undefined : (
                  <span className="text-soft">{t('settings.connection.names.offeredAs', { name: ours })}</span>
                )}
                <Button
                  size="small"
                  aria-label={t(`settings.connection.names.${action}Named`, { name })}
                  onPress={() => onTake(product)}
                >
                  {t(`settings.connection.names.${action}`)}
                </Button>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Problem = Extract<LogoReading, { readonly ok: false }>['problem']

/** The user chooses a picture, and only its pixels are stored. */
export function LogoEditor({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
  const { field } = useController({ control, name: 'handoutLogo' })
  const [problem, setProblem] = useState<Problem>()
  const logo: string = field.value
  const choose = async (file: File) => {
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
        <FileButton types={logoTypes} onFile={(file) => void choose(file)}>
          {t(logo === '' ? 'settings.logo.choose' : 'settings.logo.replace')}
        </FileButton>
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

const logoTypes = ['image/png', 'image/jpeg', 'image/svg+xml']

/** The widths of a stored logo, in pixels. The first is 40 mm at 300 dpi. If the PNG is too large, the next width is tried. */
const widths = [480, 360, 240, 160]

/**
 * Draws a picture (PNG, JPEG, SVG) on white and returns the pixels as a PNG. The picture is opened as an image, so that an SVG runs
 * no script and loads nothing.
 */
async function readLogo(file: File): Promise<LogoReading> {
  if (file.size > largestFile) return { ok: false, problem: 'tooLarge' }
  if (!logoTypes.includes(file.type)) return { ok: false, problem: 'notAPicture' }
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
