import { FileUp } from 'lucide-react'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { Policy, PolicyField } from '../../../../shared/domain/policy.ts'
import { isolate, t } from '../../locale.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Fact, Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/choices.tsx'
import { type DocumentView, largestDocumentFile } from '../../../../shared/domain/fleet-document.ts'
import { seesFleet } from '../../state/snapshot-store.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { FileButton } from '../../ui/form.tsx'

export function PolicyPage() {
  const { state, fingerprint, serial, rules } = useSnapshot(({ policy }) => policy)
  const isStrict = state === 'unreadable' || state === 'closed'
  return (
    <>
      <Panel title={t('policy.title')}>
        <div className="grid gap-4">
          {isStrict ? (
            <Notice tone="warning" announce="off">
              {t(`policy.states.${state}`)}
            </Notice>
          ) : (
            <p>{t(`policy.states.${state}`)}</p>
          )}
          {state === 'none' ? undefined : (
            <Rules rules={rules} {...(fingerprint && { fingerprint })} {...(serial && { serial })} />
          )}
        </div>
      </Panel>
      <DocumentsPanel />
    </>
  )
}

type FiledPolicy = NonNullable<Extract<Response<'connection.read-file'>, { ok: true }>['policy']>

/** Shows the policy in a file. A first policy is taken only if the user confirms that the policy's key is the operator's key. */
export function FiledPolicyPart(props: {
  readonly policy: FiledPolicy
  readonly isTrusted: boolean
  readonly onTrust: (isTrusted: boolean) => void
}) {
  const { is, ...policy } = props.policy
  return (
    <div className="grid gap-4">
      <Notice tone={is === 'first' ? 'warning' : 'info'} title={t('policy.file.title')}>
        {t(`policy.file.${is}`)}
      </Notice>
      <Rules {...policy} />
      {is === 'first' ? (
        <Switch isSelected={props.isTrusted} onChange={props.onTrust}>
          {t('policy.file.accept')}
        </Switch>
      ) : undefined}
    </div>
  )
}

interface RulesProps {
  readonly rules: Policy
  readonly fingerprint?: string
  readonly serial?: number
}

function Rules({ rules, fingerprint, serial }: RulesProps) {
  const facts = [
    ...(fingerprint === undefined ? [] : [[t('policy.key'), fingerprint] as const]),
    ...(serial === undefined ? [] : [[t('policy.serial'), String(serial)] as const]),
    ...(Object.entries(rules) as [PolicyField, Policy[PolicyField]][]).map(
      ([field, rule]) => [t(`policy.fields.${field}.name`), sayRule(rule)] as const,
    ),
  ]
  return (
    <dl className="grid gap-3">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function sayRule(rule: Policy[PolicyField]): string {
  if (typeof rule === 'boolean') return t(rule ? 'policy.allowed' : 'policy.forbidden')
  if (rule === null) return t('policy.free')
  if (typeof rule === 'number') return String(rule)
  if (typeof rule === 'string') return t(`policy.rings.${rule}`)
  return rule.length === 0 ? t('policy.nobody') : rule.join(', ')
}

function DocumentsPanel() {
  const documents = useSnapshot(({ fleet }) => fleet?.documents) ?? []
  const maySupervise = useSnapshot(seesFleet)
  if (documents.length === 0 && !maySupervise) return undefined
  return (
    <Panel title={t('settings.documents.title')} note={t('settings.documents.note')}>
      <ul className="grid divide-y divide-line">
        {documents.map((document) => (
          <Line key={`${document.kind} ${document.name} ${document.state}`} document={document} />
        ))}
      </ul>
      {maySupervise ? <PutDocument /> : undefined}
    </Panel>
  )
}

function Line({ document: { kind, name, serial, state, problem } }: { readonly document: DocumentView }) {
  const reason =
    problem !== undefined
      ? t(`settings.documents.problems.${problem}`)
      : state === 'waiting'
        ? t('settings.documents.quiet')
        : undefined
  return (
    <li className="grid gap-1 py-3" data-state={state}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="[overflow-wrap:anywhere]">
          <bdi>{name}</bdi> <span className="text-small text-soft">{t(`settings.documents.kinds.${kind}`)}</span>
        </span>
        <span className="text-soft">
          <span className="tabular-nums">{t('settings.documents.serial', { serial })}</span>{' '}
          {t(`settings.documents.states.${state}`)}
        </span>
      </div>
      {reason === undefined ? undefined : <p className="text-small text-soft">{reason}</p>}
    </li>
  )
}

const reasons = ['forged', 'other-key', 'older', 'unusable'] as const

export function PutDocument() {
  const { view } = useServices()
  const put = useCall('fleet.put-document')
  const give = async (file: File): Promise<void> => {
    // A file that is too large cannot be a document. An empty text is sent instead, which the main process refuses.
    const reply = await put.run(file.size > largestDocumentFile ? { text: '' } : file.text().then((text) => ({ text })))
    if (!reply.ok) return
    const { kind, name, serial } = reply.value
    view.say(
      t('settings.documents.give.given', { kind: t(`settings.documents.kinds.${kind}`), name: isolate(name), serial }),
    )
  }
  const reason = put.error?.code === 'file-unusable' && reasons.find((one) => one === put.error?.detail)
  return (
    <div className="grid justify-items-start gap-3 pt-3">
      <p className="text-small text-soft">{t('settings.documents.give.note')}</p>
      <FileButton types={['.json', 'application/json']} isDisabled={put.isBusy} onFile={(file) => void give(file)}>
        <FileUp aria-hidden size="1rem" />
        {t('settings.documents.give.choose')}
      </FileButton>
      {reason ? (
        <Notice tone="bad">{t(`settings.documents.give.problems.${reason}`)}</Notice>
      ) : (
        <ErrorNotice error={put.error} />
      )}
    </div>
  )
}
