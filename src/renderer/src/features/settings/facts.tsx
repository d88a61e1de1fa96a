/** Names and values to be read. */
export function Facts({
  facts,
}: {
  readonly facts: readonly { readonly name: string; readonly value: string; readonly note?: string }[]
}) {
  return (
    <dl className="grid gap-4">
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt className="text-small text-soft">{name}</dt>
          <dd className="select-text [overflow-wrap:anywhere]">
            {value}
            {note === undefined ? undefined : <span className="block text-small text-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
