/** What a platform's words say. `busy`: the work may still be done, or may be done in part. */
export interface Wording {
  readonly says: 'approves' | 'refuses' | 'says-absent' | 'busy' | 'says-nothing'
  /** It names the work that was done ("Subscription renewed"), so it cannot refer to the HTTP exchange alone. */
  readonly namesWork?: true
  /** At least part of it says that the work was done. */
  readonly speaksForYes: boolean
  /** Something in it sounds like no, even only a "but". */
  readonly speaksForNo: boolean
}

/** Whether words say anything about the outcome of a call, even in part. */
export const saysSomething = ({ says, speaksForYes, speaksForNo }: Wording): boolean =>
  says !== 'says-nothing' || speaksForYes || speaksForNo
