import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Text } from 'react-aria-components/Text'
import { tenantColours, type TenantColour } from '../../../../shared/domain/connection/connection.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { tenantGrounds } from '../../ui/tenant-grounds.ts'

/** Selects the connection's colour, shown at the top of every screen. Each colour has a name. */
export function TenantColourField<Values extends { colour: TenantColour }>({
  control,
}: {
  readonly control: Control<Values>
}) {
  const { t } = useTranslation()
  const { field } = useController({ control: control as unknown as Control<{ colour: TenantColour }>, name: 'colour' })
  return (
    <RadioGroup
      value={field.value}
      onChange={field.onChange}
      orientation="horizontal"
      className="grid content-start gap-1.5"
    >
      <Label className="text-small text-soft">{t('settings.fields.colour.label')}</Label>
      <div className="flex flex-wrap gap-2">
        {tenantColours.map((colour) => (
          <Radio
            key={colour}
            value={colour}
            data-block
            className={joinClasses(
              'grid min-h-8 place-items-center rounded-normal px-3 text-small text-on-tenant outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-focus data-selected:font-semibold data-selected:ring-2 data-selected:ring-ink data-selected:ring-offset-2 data-selected:ring-offset-surface',
              tenantGrounds[colour],
            )}
          >
            {t(`settings.fields.colour.choices.${colour}`)}
          </Radio>
        ))}
      </div>
      <Text slot="description" className="text-small text-soft">
        {t('settings.fields.colour.hint')}
      </Text>
    </RadioGroup>
  )
}
