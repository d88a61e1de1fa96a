import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ProductListView } from '../../../../../shared/bridge/connection-channels.ts'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayConnectionFinding } from '../../connection/say-finding.ts'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { RowList } from './row-list.tsx'

const usual = { months: '1', days: '0', renewalinterval: '1' } as const

/** The products that technicians choose from, and below them those that the platform lists. */
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
  /** Offers a product, or gives an offered one the platform's name. */
  readonly onTake: (product: PlatformProduct) => void
}

/** The products with the platform's names, if it lists them. */
function PlatformProducts({ connection, ...rest }: PlatformProductsProps) {
  const { t } = useTranslation()
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
        <Button isDisabled={isBusy || !connection.hasToken} onPress={() => void ask()}>
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
  const { t } = useTranslation()
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
