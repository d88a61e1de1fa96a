import { useLocation } from 'wouter'
import { paths } from '../../routes.ts'
import type { BoxText } from './box-text.ts'

/** Opens Activation with a box that was scanned or typed on another screen. */
export function useBeginActivation(): (box: BoxText) => void {
  const [, navigate] = useLocation()
  return (box) => navigate(paths.activate, { state: { box } })
}
