import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { FormText } from '../../../ui/form-fields.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

/** The operator's resellers: the platform's id and the name for technicians. */
export function ResellerList({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
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
