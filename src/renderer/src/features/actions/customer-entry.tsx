import { ArrowRight } from 'lucide-react'
import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { knownUseridSchema } from '../../../../shared/domain/log-in.ts'
import { sayRule } from '../../ui/say-rule.ts'
import { customerPath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface CustomerEntryProps {
  readonly onGone?: () => void
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A field for a user ID that opens the customer's page, also while the platform is not reached. */
export function CustomerEntry({ onGone, inputRef }: CustomerEntryProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [userid, setUserid] = useState('')
  const [wasTried, setTried] = useState(false)
  const reading = knownUseridSchema.safeParse(userid)
  const problem = wasTried ? sayRule(t, reading.error?.issues[0]?.message) : undefined
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!reading.success) return
        navigate(customerPath({ userid: reading.data }))
        onGone?.()
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={t('actions.entry.userid')}
          figures
          autoComplete="off"
          value={userid}
          onChange={setUserid}
          error={problem}
          {...(inputRef === undefined ? {} : { inputRef })}
        />
      </div>
      <div className="mt-[1.375rem]">
        <Button type="submit">
          {t('actions.entry.go')}
          <ArrowRight aria-hidden size="1rem" />
        </Button>
      </div>
    </form>
  )
}
