import type { TracePiece } from './key-trace.ts'

/** The keys of a scan: visible characters as text, invisible ones by code point, other keys by name. */
export function TraceLine({ pieces }: { readonly pieces: readonly TracePiece[] }) {
  return (
    <span translate="no" className="font-figures [overflow-wrap:anywhere]">
      {pieces.map(({ kind, text }, index) =>
        kind === 'text' ? (
          // A trace does not change, so the index identifies each piece.
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
