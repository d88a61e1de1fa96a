import type { Policy, PolicyField } from '../../../../shared/domain/policy.ts'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'

/** The operator's rules on this computer. Main refuses what they forbid; a screen says so before somebody tries. */
export const usePolicy = (): Policy => useSnapshot(({ policy }) => policy.rules)

/** Why something is not offered. `id` is for `aria-describedby`. */
export function NotAllowed({ field, id }: { readonly field: PolicyField; readonly id?: string }) {
  return (
    <p id={id} className="text-small text-soft">
      {t('policy.reason', { what: t(`policy.fields.${field}.what`) })}
    </p>
  )
}
