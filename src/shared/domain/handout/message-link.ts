/** How the text of a handout is sent to the customer. `subject` is for mail alone. */
export interface Message {
  readonly by: 'mail' | 'sms'
  readonly subject: string
  readonly text: string
}

/** The link that opens a draft with this text in the system's program. It names no recipient and no file: a person adds and sends. */
export function messageLink({ by, subject, text }: Message): string {
  const body = encodeURIComponent(text)
  return by === 'sms' ? `sms:?&body=${body}` : `mailto:?subject=${encodeURIComponent(subject)}&body=${body}`
}
