import type { Draft, DraftForm } from './activation.ts'

/** The draft with `other` put aside for it, followed by the drafts that were aside for `other`. */
export function putAside(draft: Draft, other: Draft): Draft {
  return { ...formOf(draft), aside: [formOf(other), ...(other.aside ?? [])] }
}

/** All drafts that wait, the latest first; the draft itself counts if it was put aside too. */
export function draftsAside(draft: Draft | undefined): readonly DraftForm[] {
  if (draft === undefined) return []
  return draft.isAside === true ? [formOf(draft), ...(draft.aside ?? [])] : (draft.aside ?? [])
}

/** These waiting drafts without a begun one before them; undefined if none waits. */
export function onlyAside([first, ...others]: readonly DraftForm[]): Draft | undefined {
  return first === undefined ? undefined : { ...first, isAside: true, ...(others.length > 0 && { aside: others }) }
}

/** A waiting draft that is begun again; the drafts behind it go on waiting. */
export function begunAgain(draft: Draft): Draft {
  return { ...formOf(draft), ...(draft.aside !== undefined && { aside: draft.aside }) }
}

function formOf(draft: Draft): DraftForm {
  const { aside: _, isAside: __, ...form } = draft
  return form
}
