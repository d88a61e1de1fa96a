import { RotateCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

export interface PartBoundaryProps {
  /** What is shown there: once it is something else, that is tried. */
  readonly of: string
  readonly children: ReactNode
}

interface Standing {
  readonly of: string
  readonly hasFailed: boolean
}

/**
 * Stands around what is loaded only when it is shown. After an update under an open page its file is gone, and React would take
 * the whole page away with it.
 */
export class PartBoundary extends Component<PartBoundaryProps, Standing> {
  override readonly state: Standing = { of: this.props.of, hasFailed: false }

  static getDerivedStateFromError(): Pick<Standing, 'hasFailed'> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ of }: PartBoundaryProps, before: Standing): Standing | null {
    return of === before.of ? null : { of, hasFailed: false }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <NotShown /> : this.props.children
  }
}

function NotShown() {
  const { t } = useTranslation()
  return (
    <div className="mx-auto w-full max-w-2xl p-5">
      <Notice
        tone="warning"
        announce="at-once"
        title={t('frame.notShown.title')}
        acts={
          <Button
            variant="primary"
            onPress={() => {
              window.location.reload()
            }}
          >
            <RotateCw aria-hidden size="1rem" />
            {t('frame.notShown.reload')}
          </Button>
        }
      >
        {t('frame.notShown.next')}
      </Notice>
    </div>
  )
}
