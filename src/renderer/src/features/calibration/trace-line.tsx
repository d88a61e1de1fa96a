import type { TracePiece } from './key-trace.ts'

/** What came from a scanner, as it came: what cannot be seen by its code point, keys by their names. */
export function TraceLine({ pieces }: { readonly pieces: readonly TracePiece[] }) {
  return (
    <span translate="no" className="font-figures [overflow-wrap:anywhere]">
      {pieces.map(({ kind, text }, index) =>
        kind === 'text' ? (
          // A trace does not change: each piece stays where it is.
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity
          <span key={index}>{text}</span>
        ) : (
          <kbd
            // oxlint-disable-next-line react/no-array-index-key -- pieces have no other identity
            key={index}
            data-piece={kind}
            className="mx-1 inline-block rounded-small border border-edge bg-sunken px-1.5 font-figures text-small"
          >
            {text}
          </kbd>
        ),
      )}
    </span>
  )
}
