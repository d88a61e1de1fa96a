import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import { Button } from '../../../ui/button.tsx'
import { DraftField } from './draft-field.tsx'
import { useDraftForm } from '../draft/draft-form.ts'

/** The new customer's log-in: made when the work is saved, unless somebody types one, or made by the platform alone. */
export function LogInChoice(props: { readonly logIn: Draft['logIn']; readonly isMadeThere: boolean }) {
  const { t } = useTranslation()
  if (!props.isMadeThere) return <OwnLogIn logIn={props.logIn} />
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t('activation.plan.logIn')}</legend>
      <p className="max-w-2xl text-soft">{t('activation.plan.madeThere')}</p>
    </fieldset>
  )
}

function OwnLogIn({ logIn }: { readonly logIn: Draft['logIn'] }) {
  const { t } = useTranslation()
  const { setValue, clearErrors } = useDraftForm()
  const [isTyping, setTyping] = useState(logIn.userid !== '' || logIn.password !== '')
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('activation.plan.logIn')}</legend>
      {isTyping ? (
        <div className="grid gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
          <DraftField
            name="logIn.userid"
            label={t('activation.plan.userid')}
            hint={t('activation.plan.emptyIsMade')}
            figures
            canStayEmpty
          />
          <DraftField
            name="logIn.password"
            label={t('activation.plan.password')}
            hint={t('activation.plan.emptyIsMade')}
            figures
            canStayEmpty
          />
        </div>
      ) : (
        <p className="max-w-2xl text-soft">{t('activation.plan.made')}</p>
      )}
      <div>
        <Button
          size="small"
          onPress={() => {
            if (isTyping) setValue('logIn', { userid: '', password: '' }, { shouldDirty: true })
            clearErrors('logIn')
            setTyping(!isTyping)
          }}
        >
          {t(isTyping ? 'activation.plan.makeThem' : 'activation.plan.typeOwn')}
        </Button>
      </div>
    </fieldset>
  )
}
