import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FormText, FormSwitch } from '../../../ui/form-fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { useEffect, useState } from 'react'
import type { ProductListView } from '../../../../../shared/bridge/connection-channels.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { Notice } from '../../../ui/notice.tsx'
import { sayConnectionFinding } from '../../connection/say-finding.ts'
interface Part {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
}

/** What technicians can choose from: products, hostnames, resellers and countries. */
export function OfferPanel({ control, connection }: Part) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.connection.offer')} note={t('settings.connection.offerNote')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Products control={control} connection={connection} />
        <FormText
          control={control}
          name="hostnames"
          rows={4}
          figures
          label={t('settings.connection.hostnames')}
          hint={t('settings.connection.hostnamesHint')}
        />
        <ResellerList control={control} />
        <FormText
          control={control}
          name="countries"
          rows={4}
          label={t('settings.connection.countries')}
          hint={t('settings.connection.countriesHint')}
        />
      </div>
    </Panel>
  )
}

function Products({ control, connection }: Part) {
  const { t } = useTranslation()
  const { fields, append, remove, update } = useFieldArray({ control, name: 'products' })
  const products = useWatch({ control, name: 'products' })
  return (
    <section aria-labelledby="products" className="grid gap-3">
      <div>
        <h3 id="products" className="font-semibold">
          {t('settings.connection.products')}
        </h3>
        <p className="text-small text-soft">{t('settings.connection.productsNote')}</p>
      </div>
      {fields.length === 0 ? <p className="text-soft">{t('settings.connection.productsNone')}</p> : undefined}
      <ul className="grid gap-3">
        {fields.map((field, index) => (
          <li
            key={field.id}
            className="grid grid-cols-2 items-start gap-2 border-b border-line pb-3 narrow:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_repeat(3,minmax(0,1fr))_2.25rem]"
          >
            <FormText control={control} name={`products.${index}.name`} label={t('settings.connection.productName')} />
            <FormText
              control={control}
              name={`products.${index}.productid`}
              label={t('settings.connection.productId')}
            />
            <FormText
              control={control}
              name={`products.${index}.months`}
              inputMode="numeric"
              label={t('settings.connection.months')}
            />
            <FormText
              control={control}
              name={`products.${index}.days`}
              inputMode="numeric"
              label={t('settings.connection.days')}
            />
            <FormText
              control={control}
              name={`products.${index}.renewalinterval`}
              inputMode="numeric"
              label={t('settings.connection.renewal')}
            />
            <div className="mt-5">
              <IconButton
                icon={Trash2}
                label={t('settings.connection.productRemove', {
                  name: nameOf(products[index]?.name, t('settings.connection.productUnnamed')),
                })}
                onPress={() => {
                  remove(index)
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button
          onPress={() => {
            append({ productid: '', name: '', ...usualLength })
          }}
        >
          <Plus aria-hidden size="1rem" />
          {t('settings.connection.productAdd')}
        </Button>
      </div>
      <PlatformProducts
        control={control}
        connection={connection}
        offered={products}
        onAdd={(product) => {
          append({ ...product, ...usualLength })
        }}
        onRename={({ productid, name }) => {
          const index = products.findIndex((product) => product.productid.trim() === productid)
          const ours = products[index]
          if (ours !== undefined) update(index, { ...ours, name })
        }}
      />
    </section>
  )
}

const usualLength = { months: '1', days: '0', renewalinterval: '1' } as const

function nameOf(name: string | undefined, unnamed: string): string {
  return name === undefined || name.trim() === '' ? unnamed : name
}

/** The operator's resellers: the platform's id and the name for technicians. */
function ResellerList({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ control, name: 'resellers', keyName: 'key' })
  const resellers = useWatch({ control, name: 'resellers' })
  return (
    <section aria-labelledby="resellers" className="grid gap-3">
      <div>
        <h3 id="resellers" className="font-semibold">
          {t('settings.connection.resellers')}
        </h3>
        <p className="text-small text-soft">{t('settings.connection.resellersNote')}</p>
      </div>
      {fields.length === 0 ? <p className="text-soft">{t('settings.connection.resellersNone')}</p> : undefined}
      <ul className="grid gap-3">
        {fields.map(({ key }, index) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.25rem] items-start gap-2">
            <FormText
              control={control}
              name={`resellers.${index}.name`}
              label={t('settings.connection.resellerName')}
            />
            <FormText
              control={control}
              name={`resellers.${index}.id`}
              figures
              label={t('settings.connection.resellerNumber')}
            />
            <div className="mt-5">
              <IconButton
                icon={Trash2}
                label={t('settings.connection.resellerRemove', {
                  name: resellers[index]?.name.trim() || t('settings.connection.resellerUnnamed'),
                })}
                onPress={() => {
                  remove(index)
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button
          onPress={() => {
            append({ id: '', name: '' })
          }}
        >
          <Plus aria-hidden size="1rem" />
          {t('settings.connection.resellerAdd')}
        </Button>
      </div>
    </section>
  )
}

type PlatformProduct = ProductListView['products'][number]

interface PlatformProductsProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
  readonly offered: readonly PlatformProduct[]
  readonly onAdd: (product: PlatformProduct) => void
  readonly onRename: (product: PlatformProduct) => void
}

/** The products with the platform's names, if it lists them. Asked automatically only if `asksForProducts` is on. */
function PlatformProducts({ control, connection, offered, onAdd, onRename }: PlatformProductsProps) {
  const { t } = useTranslation()
  const { id, asksForProducts } = connection.settings
  const { run, isBusy, error } = useCall('connection.fetch-products')
  const [list, setList] = useState<ProductListView>()
  const isAsked = asksForProducts && connection.hasToken
  useEffect(() => {
    if (!isAsked) return
    const show = async () => {
      const reply = await run({ id })
      if (reply.ok) setList(reply.value)
    }
    void show()
  }, [id, isAsked, run])
  const ask = async () => {
    const reply = await run({ id })
    if (reply.ok) setList(reply.value)
  }
  const hasAnswered = list?.kind === 'listed'
  return (
    <section aria-labelledby="platform-products" className="grid gap-3 rounded-normal bg-sunken p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="platform-products" className="font-semibold">
            {t('settings.connection.names.title')}
          </h3>
          <p className="text-small text-soft">{t('settings.connection.names.note')}</p>
        </div>
        <Button isDisabled={isBusy || !connection.hasToken} onPress={() => void ask()}>
          {t(isBusy ? 'settings.connection.names.asking' : 'settings.connection.names.ask')}
        </Button>
      </div>
      <ErrorNotice error={error} />
      {list === undefined ? undefined : <Answer list={list} offered={offered} onAdd={onAdd} onRename={onRename} />}
      {hasAnswered || asksForProducts ? (
        <FormSwitch
          control={control}
          name="asksForProducts"
          label={t('settings.connection.names.always')}
          note={t('settings.connection.names.alwaysHint')}
        />
      ) : undefined}
    </section>
  )
}

function Answer({
  list,
  offered,
  onAdd,
  onRename,
}: Pick<PlatformProductsProps, 'offered' | 'onAdd' | 'onRename'> & { readonly list: ProductListView }) {
  const { t } = useTranslation()
  const { kind, products, failure, words } = list
  if (kind !== 'listed')
    return (
      <Notice tone="warning" title={t(`settings.connection.names.failures.${kind}`)}>
        {failure === undefined ? undefined : <p>{sayConnectionFinding(t, { finding: failure, outcome: 'bad' })}</p>}
        {words === undefined ? undefined : <p>{t('settings.connection.names.said', { words })}</p>}
      </Notice>
    )
  if (products.length === 0) return <Notice tone="info">{t('settings.connection.names.none')}</Notice>
  return (
    <ul
      aria-label={t('settings.connection.names.listed')}
      className="grid gap-px overflow-clip rounded-normal border border-line bg-line"
    >
      {products.map((product) => (
        <ProductLine
          key={product.productid}
          product={product}
          ours={offered.find(({ productid }) => productid.trim() === product.productid)}
          onAdd={onAdd}
          onRename={onRename}
        />
      ))}
    </ul>
  )
}

function ProductLine({
  product,
  ours,
  onAdd,
  onRename,
}: Pick<PlatformProductsProps, 'onAdd' | 'onRename'> & {
  readonly product: PlatformProduct
  readonly ours: PlatformProduct | undefined
}) {
  const { t } = useTranslation()
  const { name, productid } = product
  const isSame = ours?.name.trim() === name
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface px-4 py-2">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{name}</span>{' '}
        <span className="font-figures text-small text-soft">{productid}</span>
      </p>
      {ours === undefined ? (
        <Button
          size="small"
          aria-label={t('settings.connection.names.addNamed', { name })}
          onPress={() => {
            onAdd(product)
          }}
        >
          {t('settings.connection.names.add')}
        </Button>
      ) : isSame ? (
        <span className="text-small text-done">{t('settings.connection.names.offered')}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-3">
          <span className="text-small text-soft">{t('settings.connection.names.offeredAs', { name: ours.name })}</span>
          <Button
            size="small"
            aria-label={t('settings.connection.names.renameNamed', { name })}
            onPress={() => {
              onRename(product)
            }}
          >
            {t('settings.connection.names.rename')}
          </Button>
        </span>
      )}
    </li>
  )
}
