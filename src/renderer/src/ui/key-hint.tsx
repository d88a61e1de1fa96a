/** Shows the keys of a shortcut as key caps, such as `Ctrl+K`. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex items-center gap-1" aria-hidden>
      {keys.split('+').map((key) => (
        <kbd
          key={key}
          className="rounded-small border border-line bg-surface px-1.5 font-figures text-small font-normal text-soft"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
