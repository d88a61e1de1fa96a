import { drawCode128 } from './code-128.ts'

/**
 * The bars of a label, as Code 128. They are dark on light in every theme, and whole pixels wide, because no scanner reads others
 * from a screen. Nothing is drawn for a text that is too long for the label.
 */
export function BarStrip({ text }: { readonly text: string }) {
  const code = drawCode128(text)
  if (code === undefined || code.width > longest) return undefined
  return (
    <svg
      aria-hidden
      data-bars={text}
      viewBox={`0 0 ${String(code.width)} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      // An em is a module here.
      style={{ width: `${String(code.width)}em` }}
      className="block h-[28em] bg-bars-ground fill-bars text-[1px] forced-color-adjust-none @min-[36rem]/label:h-[18em] @min-[36rem]/label:text-[2px]"
    >
      {code.bars.map(({ at, width }) => (
        <rect key={at} x={at} y={0} width={width} height={1} />
      ))}
    </svg>
  )
}

/** Modules that fit into the narrowest label. */
const longest = 240
