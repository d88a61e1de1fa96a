import { useController } from 'react-hook-form'
import { t } from '../../../locale.ts'
import { sayRule } from '../../../ui/say-rule.ts'
import { ComboBox } from '../../../ui/combo-box.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDraftForm } from '../draft/draft-form.ts'

export interface HostnameFieldProps {
  readonly hostnames: readonly string[]
  /** Required if the work is to bind only a hostname. */
  readonly isNeeded: boolean
}

/** The hostname that tells the box its operator: one of the connection's, or a typed one. */
export function HostnameField({ hostnames, isNeeded }: HostnameFieldProps) {
  const { control } = useDraftForm()
  const { field, fieldState } = useController({ name: 'hostname', control })
  return (
    <div className="grid gap-2" {...(isNeeded ? {} : { 'data-optional': '' })}>
      <ComboBox
        label={t('activation.hostname.label')}
        optional={isNeeded ? undefined : t('ui.optional')}
        hint={t('activation.hostname.hint')}
        choices={hostnames.map((hostname) => ({ id: hostname, name: hostname }))}
        value={field.value}
        onChange={field.onChange}
        error={sayRule(fieldState.error?.type)}
      />
      {!isNeeded && field.value.trim() === '' ? (
        <Notice tone="warning">{t('activation.hostname.none')}</Notice>
      ) : undefined}
    </div>
  )
}
