import { useEffect, useState } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ProductListView } from '../../../../../shared/bridge/connection-channels.ts'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSwitch } from '../../../ui/form-fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayConnectionFinding } from '../../connection/say-finding.ts'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

type PlatformProduct = ProductListView['products'][number]

export interface PlatformProductsProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
  readonly offered: readonly PlatformProduct[]
  readonly onAdd: (product: PlatformProduct) => void
  readonly onRename: (product: PlatformProduct) => void
}

/** The products with the platform's names, if it lists them. Asked automatically only if `asksForProducts` is on. */
export function PlatformProducts({ control, connection, offered, onAdd, onRename }: PlatformProductsProps) {
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
