import type { Intent } from '../../shared/domain/activation.ts'

/** A correction keeps what its form does not ask for: how a customer is created, and which box another takes the place of. */
export function keepUnasked<I extends Intent>(intent: I, former: Intent): I {
  const options = 'options' in former ? former.options : undefined
  const replaces = 'replaces' in former ? former.replaces : undefined
  return {
    ...intent,
    ...('logIn' in intent && intent.options === undefined && options !== undefined && { options }),
    ...(intent.kind === 'existing-customer' && intent.replaces === undefined && replaces !== undefined && { replaces }),
  }
}
