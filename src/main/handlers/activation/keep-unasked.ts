import type { Intent } from '../../../shared/domain/activation.ts'

/** A correction keeps what its form does not ask for: how a customer is created, which box another takes the place of, and the name of the same customer. */
export function keepUnasked<I extends Intent>(intent: I, former: Intent): I {
  const options = 'options' in former ? former.options : undefined
  const replaces = 'replaces' in former ? former.replaces : undefined
  const name = 'customerName' in former ? former.customerName : undefined
  const isNamed = name !== undefined && 'userid' in former && 'userid' in intent && intent.userid === former.userid
  return {
    ...intent,
    ...('logIn' in intent && intent.options === undefined && options !== undefined && { options }),
    ...(intent.kind === 'existing-customer' && intent.replaces === undefined && replaces !== undefined && { replaces }),
    ...(isNamed && intent.customerName === undefined && { customerName: name }),
  }
}
