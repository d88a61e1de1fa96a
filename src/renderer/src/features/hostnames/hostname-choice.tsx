import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hostnameSchema } from '../../../../shared/domain/activation.ts'
import { sayRule } from '../../ui/say-rule.ts'
import { Button } from '../../ui/button.tsx'
import { ComboBox } from '../../ui/combo-box.tsx'

export interface HostnameChoiceProps {
  readonly hostnames: readonly string[]
  /** The one that is shown. */
  readonly shown: string
  readonly onShow: (hostname: string) => void
}

/** Which hostname is looked at: one of the connection's at once, another when it was typed to its end. */
export function HostnameChoice({ hostnames, shown, onShow }: HostnameChoiceProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(shown)
  const [problem, setProblem] = useState<string>()
  const show = (): void => {
    const read = hostnameSchema.safeParse(text)
    if (read.success) onShow(read.data)
    else setProblem(read.error.issues[0]?.message)
  }
  return (
    <form
      className="flex max-w-104 min-w-0 flex-1 basis-64 flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        show()
      }}
    >
      <div className="min-w-0 flex-1 basis-44">
        <ComboBox
          label={t('hostnames.choice.label')}
          choices={hostnames.map((hostname) => ({ id: hostname, name: hostname }))}
          value={text}
          onChange={(typed) => {
            setText(typed)
            setProblem(undefined)
            if (typed !== shown && hostnames.includes(typed)) onShow(typed)
          }}
          error={sayRule(t, problem)}
        />
      </div>
      <Button type="submit" isDisabled={text.trim() === shown}>
        {t('hostnames.choice.show')}
      </Button>
    </form>
  )
}
