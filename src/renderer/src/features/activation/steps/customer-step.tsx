import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { ExistingCustomer } from './existing-customer.tsx'
import { HostnameField } from './hostname-field.tsx'
import { PersonFields } from './person-fields.tsx'
import type { DraftReading } from '../draft/read-draft.ts'
import { createsCustomer } from '../draft/creates-customer.ts'
import type { CustomerLookup } from './use-found-customer.ts'

export interface CustomerStepProps {
  readonly draft: Draft
  readonly reading: DraftReading
  readonly connection: Connection
  readonly finding: CustomerLookup
  readonly onKind: (kind: Draft['kind']) => void
  /** The customer gets a box after all. */
  readonly onBox: () => void
}

const kinds = ['new-customer', 'existing-customer', 'hostname'] as const

/** Whose box it is: somebody new, somebody who exists, or nobody yet. */
export function CustomerStep({ draft, reading, connection, finding, onKind, onBox }: CustomerStepProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-6">
      {draft.kind === 'customer-alone' && draft.correcting === undefined ? <WithoutBox onBox={onBox} /> : undefined}
      {draft.correcting === undefined && draft.kind !== 'customer-alone' ? (
        <RadioGroup
          label={t('activation.customer.kinds.label')}
          value={draft.kind}
          onChange={onKind}
          choices={kinds.map((kind) => ({
            id: kind,
            name: t(`activation.customer.kinds.${kind}`),
            note: t(`activation.customer.kinds.${kind}Note`),
          }))}
        />
      ) : undefined}
      {createsCustomer(draft.kind) ? <PersonFields reading={reading} connection={connection} /> : undefined}
      {draft.kind === 'existing-customer' ? (
        <ExistingCustomer
          finding={finding}
          userid={draft.logIn.userid.trim()}
          box={reading.box.ok ? reading.box.identifier : undefined}
        />
      ) : undefined}
      {createsCustomer(draft.kind) ? undefined : (
        <div className="grid max-w-lg gap-3">
          <HostnameField hostnames={connection.hostnames} isNeeded={draft.kind === 'hostname'} />
        </div>
      )}
      {draft.kind === 'hostname' ? <Notice tone="info">{t('activation.hostname.only')}</Notice> : undefined}
    </div>
  )
}

function WithoutBox({ onBox }: { readonly onBox: () => void }) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="info"
      announce="off"
      acts={
        <Button size="small" onPress={onBox}>
          {t('activation.alone.withBox')}
        </Button>
      }
    >
      {t('activation.alone.note')}
    </Notice>
  )
}
