/** What words of a platform say. `busy`: the work may yet be done or may have been done in part. */
export interface Wording {
  readonly says: 'approves' | 'refuses' | 'says-absent' | 'busy' | 'says-nothing'
  /** It approves by naming the work ("Subscription renewed"), which no envelope says of itself. */
  readonly namesWork?: true
  /** At least a part of it says that the work was done. */
  readonly speaksForYes: boolean
  /** Something in it sounds like no, if only a "but". */
  readonly speaksForNo: boolean
}

/** Whether words say anything of how a call went, if only in part. */
export const saysSomething = ({ says, speaksForYes, speaksForNo }: Wording): boolean =>
  says !== 'says-nothing' || speaksForYes || speaksForNo
