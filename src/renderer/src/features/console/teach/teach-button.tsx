import { GraduationCap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { teachPath } from '../../../routes.ts'
import { useDesk } from '../../../state/desk.tsx'
import { Button } from '../../../ui/button.tsx'
import { keepSource, type TaughtSource } from './taught-source.ts'

/** Takes an answer along to the page on which its names are taught. */
export function TeachButton({ source }: { readonly source: TaughtSource }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const [, navigate] = useLocation()
  return (
    <Button
      onPress={() => {
        keepSource(view, source)
        navigate(teachPath)
      }}
    >
      <GraduationCap aria-hidden size="1rem" />
      {t('console.answer.teach')}
    </Button>
  )
}
