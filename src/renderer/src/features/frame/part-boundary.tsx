import { RotateCw } from 'lucide-react'
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { allWords, t } from '../../locale.ts'
import { useHostError } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface PartBoundaryProps {
  /** Identifies the content. When `of` changes, rendering is tried again. */
  readonly of: string
  readonly children: ReactNode
}

interface BoundaryState {
  readonly of: string
  readonly hasFailed: boolean
}

/** A component that is loaded when it is first shown, together with the texts of all screens. */
export const lazyPart = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), allWords()])
    return { default: part }
  })

/** For this many milliseconds after the screen is shown, nothing else is loaded, so that the first scan is handled without delay. */
const firstPause = 800

/** Like `lazyPart`, but the component is loaded a moment after the screen is shown. */
export const laterPart = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, firstPause))
    const [part] = await Promise.all([load(), allWords()])
    return { default: part }
  })

/**
 * An error boundary around lazily loaded parts. Loading fails if an update has replaced the files of a part while the page was open.
 * Without the boundary, React would then remove the whole page.
 */
export class PartBoundary extends Component<PartBoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { of: this.props.of, hasFailed: false }

  static getDerivedStateFromError(): Pick<BoundaryState, 'hasFailed'> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ of }: PartBoundaryProps, before: BoundaryState): BoundaryState | null {
    return of === before.of ? null : { of, hasFailed: false }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <NotShown /> : this.props.children
  }
}

/** A part that is loaded when it is first shown, and takes no room on screen until then. */
export const LaterPart = ({ of, children }: PartBoundaryProps) => (
  <PartBoundary of={of}>
    <Suspense fallback={undefined}>{children}</Suspense>
  </PartBoundary>
)

function NotShown() {
  // Without the host the page could not be loaded again. The notice above this part says what to do.
  if (useHostError() !== undefined) return undefined
  return (
    <div className="mx-auto w-full max-w-2xl p-5">
      <Notice
        tone="warning"
        announce="at-once"
        title={t('frame.notShown.title')}
        actions={
          <Button variant="primary" onPress={() => window.location.reload()}>
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
