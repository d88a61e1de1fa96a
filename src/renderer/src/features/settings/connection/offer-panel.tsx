import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { Button } from '../../../ui/button.tsx'
import { FormText } from '../../../ui/form-fields.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { PlatformProducts } from './platform-products.tsx'
import { ResellerList } from './reseller-list.tsx'

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
