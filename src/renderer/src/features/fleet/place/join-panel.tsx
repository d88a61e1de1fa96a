import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import { proxySchema } from '../../../../../shared/domain/connection/connection.ts'
import { normaliseOneTimeCode } from '../../../../../shared/fleet/one-time-code.ts'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { t } from '../../../locale.ts'
import { useKeptOverLock, useServices, useSnapshot } from '../../../state/services.tsx'
import { useNow } from '../../../ui/format-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, FormText } from '../../../ui/form.tsx'
import { NetworkDisclosure } from '../../connection/connection-fields.tsx'
import { toProxyLogIn } from '../../connection/connection-form.tsx'
import { useScanner } from '../../scan/wedge/scan-watch.ts'
import { mendHubAddress, readInvitation, sayHubFailure } from '../say-fleet.ts'

const joinValuesSchema = z.object({
  hub: z.string(),
  code: z.string(),
  name: z.string().trim().min(1, 'required').max(80, 'too-long'),
  proxy: proxySchema,
  authority: z.string(),
  proxyUser: z.string().trim(),
  proxyPassword: z.string(),
})
type JoinValues = z.infer<typeof joinValuesSchema>
type JoinField = 'hub' | 'code' | 'name' | 'proxy' | 'authority'

interface FieldProblem {
  readonly field: JoinField
  readonly says: string
}

/** Checks the address and the code before the hub is asked. Returns the field with a problem and its message. */
export function findJoinProblem({ hub, code }: Pick<JoinValues, 'hub' | 'code'>): FieldProblem | undefined {
  if (hub === '') return { field: 'hub', says: t('rules.required') }
  if (!URL.canParse(hub) || !/^https?:/i.test(hub)) return { field: 'hub', says: t('fleet.join.problems.address') }
  if (!/^https:/i.test(hub) && !/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(hub))
    return { field: 'hub', says: t('fleet.join.problems.https-needed') }
  if (code.trim() === '') return { field: 'code', says: t('rules.required') }
  if (normaliseOneTimeCode(code) === undefined) return { field: 'code', says: t('fleet.join.problems.fleet-code') }
  return undefined
}

/** Returns the field that a bridge error belongs to, with its message. Undefined if the error does not belong to a field. */
export function placeJoinError(error: BridgeError, now: number): FieldProblem | undefined {
  if (error.code === 'code-unknown') return { field: 'code', says: t('fleet.join.problems.code-unknown') }
  if (error.fields?.['code'] === 'fleet-code') return { field: 'code', says: t('fleet.join.problems.fleet-code') }
  if (error.fields?.['authority'] !== undefined) return { field: 'authority', says: t('rules.certificate') }
  if (error.code !== 'hub-not-reached') return undefined
  const field = error.detail?.startsWith('proxy-') === true ? 'proxy' : 'hub'
  return { field, says: t('fleet.join.problems.hub', { why: sayHubFailure(error.detail, now) }) }
}

/** A code that was copied or scanned together with the hub's address fills both fields. */
export function JoinPanel() {
  const { view } = useServices()
  const stationName = useSnapshot(({ preferences }) => preferences.stationName)
  const now = useNow()
  const join = useCall('fleet.join')
  // The problem stays until the field is changed.
  const [problem, setProblem] = useState<FieldProblem & { readonly value: string }>()
  const form = useForm<JoinValues>({
    resolver: zodResolver(joinValuesSchema),
    defaultValues: { hub: '', code: '', name: stationName, proxy: '', authority: '', proxyUser: '', proxyPassword: '' },
  })
  const { control, setValue, getValues, setFocus } = form
  const values = useWatch({ control }) as JoinValues
  const { hub, code } = values
  useKeptOverLock(
    'fleet join',
    () => ({ ...getValues(), code: '', proxyUser: '', proxyPassword: '' }),
    (kept) => form.reset(kept, { keepDefaultValues: true }),
  )
  const take = (text: string): void => {
    const invitation = readInvitation(text)
    if (invitation === undefined) {
      view.say(t('fleet.join.otherScan'))
      return
    }
    setValue('hub', invitation.hub)
    setValue('code', invitation.code)
    setProblem(undefined)
    setFocus('name')
    view.say(t('fleet.join.scanned'))
  }
  useScanner({ scanned: ({ text }) => take(text), unread: take })
  // Takes the focus if no element has it. After this computer has left a fleet, the button that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) setFocus('hub')
  }, [setFocus])
  useEffect(() => {
    const pasted = readInvitation(code) ?? readInvitation(hub)
    if (pasted === undefined) return
    setValue('hub', pasted.hub)
    setValue('code', pasted.code)
  }, [hub, code, setValue])

  const show = (found: FieldProblem): void => {
    setProblem({ ...found, value: getValues(found.field) })
    if (found.field !== 'authority') setFocus(found.field)
  }
  const submit = form.handleSubmit(async (values) => {
    const typed = { ...values, hub: mendHubAddress(values.hub) }
    setValue('hub', typed.hub)
    const found = findJoinProblem(typed)
    if (found !== undefined) return show(found)
    const { hub, code, name, proxy, authority } = typed
    const proxyLogIn = toProxyLogIn(typed)
    setProblem(undefined)
    const reply = await join.run({
      hub,
      code,
      name,
      ...(proxy !== '' && { proxy }),
      ...(authority !== '' && { authority }),
      ...(proxyLogIn && { proxyLogIn }),
    })
    if (reply.ok) {
      view.say(t('fleet.join.done'))
      // Moves the focus to the screen, because the form will disappear in a moment.
      document.getElementById('main')?.focus()
      return undefined
    }
    const placed = placeJoinError(reply.error, now)
    if (placed !== undefined) show(placed)
    return undefined
  })
  const shown = problem !== undefined && values[problem.field] === problem.value ? problem : undefined
  const errorOf = (field: JoinField): string | undefined => (shown?.field === field ? shown.says : undefined)
  const isPlaced = join.error !== undefined && placeJoinError(join.error, 0) !== undefined
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <FormText
        control={control}
        name="hub"
        label={t('fleet.join.hub')}
        hint={t('fleet.join.hubHint')}
        inputMode="url"
        figures
        onLeave={() => setValue('hub', mendHubAddress(getValues('hub')))}
        error={errorOf('hub')}
      />
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <FormText
          control={control}
          name="code"
          label={t('fleet.join.code')}
          hint={t('fleet.join.codeHint')}
          autoComplete="off"
          figures
          error={errorOf('code')}
        />
        <FormText
          control={control}
          name="name"
          label={t('settings.technician.station')}
          hint={t('fleet.join.nameHint')}
          maxLength={80}
        />
      </div>
      <NetworkDisclosure
        control={control}
        note={t('fleet.join.network')}
        isOpen={shown?.field === 'proxy' || shown?.field === 'authority'}
      />
      {shown?.field === 'proxy' || shown?.field === 'authority' ? (
        <p role="alert" className="text-small text-refused">
          {shown.says}
        </p>
      ) : undefined}
      <ErrorNotice error={isPlaced ? undefined : join.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="large" isDisabled={join.isBusy}>
          {t(join.isBusy ? 'fleet.join.busy' : 'fleet.join.action')}
        </Button>
      </div>
    </Form>
  )
}
