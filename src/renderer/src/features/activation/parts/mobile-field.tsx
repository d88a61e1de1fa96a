import { useWatch } from 'react-hook-form'
import { CornerDownRight } from 'lucide-react'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import type { ActivationState } from '../use-activation.ts'
import { withoutSeparators } from '../draft/use-mobile-reading.ts'
import { DraftField, useDraftForm } from './draft-field.tsx'

/** The mobile number. A local one is read as one of the connection's country when the field is left, in sight and with undo. */
export function MobileField({ activation: { mobile } }: { readonly activation: ActivationState }) {
  const { control, setFocus } = useDraftForm()
  const value = useWatch({ control, name: 'customer.mobile' })
  const { reading } = mobile
  const isRead = reading !== undefined && reading.read === value
  return (
    <DraftField
      name="customer.mobile"
      label={t('activation.customer.mobile')}
      inputMode="tel"
      placeholder="+33612345678"
      onFocus={mobile.prepare}
      onLeave={withoutSeparators}
      onLeft={mobile.read}
    >
      <div aria-live="polite" className="empty:hidden">
        {isRead ? (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-soft">
            <CornerDownRight aria-hidden size="0.75rem" />
            <span>{t('activation.customer.mobileRead', { country: reading.country, typed: reading.typed })}</span>
            <Button
              size="small"
              variant="quiet"
              onPress={() => {
                mobile.undo()
                setFocus('customer.mobile')
              }}
            >
              {t('activation.customer.mobileUndo')}
            </Button>
          </p>
        ) : undefined}
      </div>
    </DraftField>
  )
}
