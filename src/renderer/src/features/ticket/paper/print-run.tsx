import '../handout.css'
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Paper } from '../../../../../shared/domain/handout/handout.ts'
import { directionOf, type Language } from '../../../../../shared/domain/language.ts'
import { shownLanguage, shownSpeech, speechIn, type Speech } from '../../../locale.ts'
import { useSnapshot } from '../../../state/services.tsx'

/**
 * Prints sheets of one paper, one after the other. On screen the sheets are invisible, but laid out, so that they can be measured. A run
 * stays mounted while its sheets change, because the page prints only the run that was mounted last, and prints the screen without a run.
 */
export function PrintRun({ paper, children }: { readonly paper: Paper; readonly children: ReactNode }) {
  const run = useRef<HTMLDivElement>(null)
  usePageSize(run, paper)
  return createPortal(
    <div ref={run} className="handout" aria-hidden>
      {children}
    </div>,
    document.body,
  )
}

/** The length of a millimetre in CSS pixels. */
const millimetre = 96 / 25.4

/** Sets the size of the printed page while the run is mounted. If several runs are mounted, the run that was mounted last decides. */
function usePageSize(run: { readonly current: HTMLElement | null }, { width, height }: Paper): void {
  const [rules] = useState(() => new CSSStyleSheet())
  // The rules keep their place, so a run behind a dialog does not take the page when it is rendered again.
  useLayoutEffect(() => {
    document.adoptedStyleSheets.push(rules)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules)
    }
  }, [rules])
  useLayoutEffect(() => {
    const setSize = () => {
      const lengths = [...(run.current?.children ?? [])].map((sheet) => sheet.getBoundingClientRect().height)
      const length = height ?? Math.ceil(Math.max(0, ...lengths) / millimetre) + 1
      rules.replaceSync(`@page { size: ${String(width)}mm ${String(length)}mm; margin: 0 }`)
    }
    setSize()
    const watch = new ResizeObserver(setSize)
    // The run itself is watched, too, because its sheets may come later.
    for (const one of run.current === null ? [] : [run.current, ...run.current.children]) watch.observe(one)
    return () => watch.disconnect()
  })
}

/** The step and the lower limit of the scale factor. */
const [fitStep, leastFit] = [0.05, 0.5]

/** Shrinks the type of a sheet with a fixed height until everything fits. */
function fit(sheet: HTMLElement): void {
  for (let size = 1; size >= leastFit; size -= fitStep) {
    sheet.style.setProperty('--fit', size.toFixed(2))
    if (sheet.scrollHeight <= sheet.clientHeight && sheet.scrollWidth <= sheet.clientWidth) return
  }
}

const writeNode = (node: Node): string => new XMLSerializer().serializeToString(node)

/** A sheet of paper in its real size. */
export function Sheet(props: { readonly paper: Paper; readonly look: string; readonly children: ReactNode }) {
  const { paper, look, children } = props
  const { language, direction } = useHandoutSpeech()
  const sheet = useRef<HTMLElement>(null)
  const fitted = useRef('')
  useLayoutEffect(() => {
    const { current } = sheet
    if (current === null) return
    const content = [JSON.stringify([paper, look, language]), ...Array.from(current.childNodes, writeNode)].join('')
    // Most renders change nothing on the sheet, and to fit it takes a layout of the page for each step.
    if (content === fitted.current) return
    fitted.current = content
    fit(current)
    // A font or a picture that loads later changes the lengths, so the sheet is fitted again.
    void document.fonts.ready.then(() => fit(current))
  })
  useLayoutEffect(() => {
    const { current } = sheet
    const refit = () => (current === null ? undefined : fit(current))
    current?.addEventListener('load', refit, true)
    return () => current?.removeEventListener('load', refit, true)
  }, [])
  return (
    <article
      ref={sheet}
      lang={language}
      dir={direction}
      className={`sheet ${look}`}
      style={{ width: `${String(paper.width)}mm`, ...(paper.height && { height: `${String(paper.height)}mm` }) }}
    >
      {children}
    </article>
  )
}

const Spoken = createContext<Speech | undefined>(undefined)

/** Returns the texts of a handout, their language and their direction. The customer's language may differ from the technician's. */
export function useHandoutSpeech() {
  const speech = useContext(Spoken) ?? shownSpeech()
  return { ...speech, direction: directionOf(speech.language) }
}

/** Renders its content in the language of handouts. Renders nothing until the texts are loaded. */
export function InHandoutLanguage({ children }: { readonly children: ReactNode }) {
  const chosen = useSnapshot(({ preferences }) => preferences.handoutLanguage)
  const [loaded, setLoaded] = useState<{ readonly language: Language; readonly speech: Speech }>()
  const wanted = chosen === 'screen' || chosen === shownLanguage() ? undefined : chosen
  useEffect(() => {
    if (wanted === undefined) return
    let isWanted = true
    const show = (speech: Speech) => (isWanted ? setLoaded({ language: wanted, speech }) : undefined)
    // If the texts cannot be loaded, the handout is in the language of the screen.
    speechIn(wanted).then(show, () => show(shownSpeech()))
    return () => {
      isWanted = false
    }
  }, [wanted])
  if (wanted === undefined) return children
  return loaded?.language === wanted ? <Spoken value={loaded.speech}>{children}</Spoken> : undefined
}
