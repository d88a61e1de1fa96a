import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { BridgeError, ErrorCode } from '../../../shared/bridge/errors.ts'
import type { PolicyField } from '../../../shared/domain/policy.ts'
import { t } from '../locale.ts'
import { Notice } from '../ui/notice.tsx'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import { type Commands, useServices } from '../state/services.tsx'

export function ErrorNotice(props: { readonly error: BridgeError | undefined; readonly actions?: ReactNode }) {
  const { error, actions } = props
  if (error === undefined) return undefined
  const { detail } = error
  const words = detail === undefined ? undefined : sayDetail(error.code, detail)
  const code = detail === undefined || words !== undefined ? error.code : `${error.code}, ${detail}`
  return (
    <Notice
      // A platform that is not reached is only a warning, because it refused nothing.
      tone={error.code === 'not-reached' ? 'warning' : 'bad'}
      announce="at-once"
      title={t(`errors.${error.code}.what`)}
      actions={actions}
    >
      <p>{t(`errors.${error.code}.next`)}</p>
      {words === undefined ? undefined : <p className="mt-1">{words}</p>}
      <p className="mt-1 text-small text-soft select-all">{t('errors.code', { code })}</p>
    </Notice>
  )
}

/** Says an error's detail in words. Undefined if the detail is a code, such as a network failure: it stands beside the error's code. */
function sayDetail(code: ErrorCode, detail: string): ReactNode {
  // The detail of this error names the field of the operator's policy that forbids the action.
  if (code === 'not-permitted') return sayForbidden(detail as PolicyField)
  const isPlatforms = code === 'platform-refused' || code === 'not-understood'
  if (!isPlatforms && code !== 'other-call') return undefined
  return (
    <>
      {t(isPlatforms ? 'errors.platformSaid' : 'errors.differs')} <q className="font-figures text-small">{detail}</q>
    </>
  )
}

/** `id` is for `aria-describedby`. */
export function NotAllowed({ field, id }: { readonly field: PolicyField; readonly id?: string }) {
  return (
    <p id={id} className="text-small text-soft">
      {sayForbidden(field)}
    </p>
  )
}

const sayForbidden = (field: PolicyField): string => t('policy.reason', { what: t(`policy.fields.${field}.what`) })

/** Calls a channel. The request may wait until the user's file is read. If that fails, the file is unusable. */
export async function callOnceRead<C extends Channel>(
  bridge: Commands,
  channel: C,
  request: Request<C> | Promise<Request<C>>,
): Promise<Reply<Response<C>>> {
  if (!(request instanceof Promise)) return await bridge.call(channel, request)
  const read = await request.catch(() => undefined)
  return read === undefined
    ? { ok: false, error: { code: 'file-unusable', message: 'The file cannot be read', retryable: false } }
    : await bridge.call(channel, read)
}

/** Returns a function that calls one channel of the bridge. If calls overlap, only the error of the last call is shown. */
export const useCall = <C extends Channel>(channel: C) => useCallOf(useServices().bridge, channel)

/** Like `useCall`, for a control that has no place for an error. The frame shows the error. */
export const useCommand = <C extends Channel>(channel: C) => useCallOf(useServices().commands, channel)

function useCallOf<C extends Channel>(bridge: Commands, channel: C) {
  const latest = useRef(0)
  const [pending, setPending] = useState(0)
  const [error, setError] = useState<BridgeError | undefined>()
  const run = useCallback(
    async (request: Request<C> | Promise<Request<C>>) => {
      const number = (latest.current += 1)
      setPending((count) => count + 1)
      setError(undefined)
      const reply = await callOnceRead(bridge, channel, request)
      setPending((count) => count - 1)
      if (number === latest.current) setError(reply.ok ? undefined : reply.error)
      return reply
    },
    [bridge, channel],
  )
  /** Also hides the error of a call that is still running. */
  const clear = useCallback(() => {
    latest.current += 1
    setError(undefined)
  }, [])
  return { run, isBusy: pending > 0, error, clear }
}
