import { drawAnswers } from './draw-answers.ts'
import { drawBehaviour } from './draw-behaviour.ts'
import { drawNames } from './draw-names.ts'
import { drawReads, drawValues } from './draw-reads.ts'
import { drawCodes, drawSentences } from './draw-words.ts'
import { findNotes } from './notes.ts'
import { tongues } from './names.ts'
import { createRandom, type Random } from './random.ts'
import { flagsFor } from './words.ts'
import type { Encoding, EncodingManner, Envelope, PlatformDescription } from './description.ts'

/** Generates everything about a platform except its customers. `encoding` fixes only that axis. */
export function drawDescription(seed: number, fixed: { readonly encoding?: Encoding } = {}): PlatformDescription {
  const random = createRandom(seed)
  const tongue = random.fork('tongue').pick([...tongues, 'en', 'en', 'en', 'en', 'en', 'en'] as const)
  const encoding = drawEncoding(random.fork('encoding'), fixed.encoding)
  const envelope = drawEnvelope(random.fork('envelope'), encoding)
  const flag = random.fork('flag').pick(flagsFor(tongue))
  const { casing, names, noise } = drawNames(random.fork('names'), tongue, encoding, flag.kind, envelope.kind)
  const wording = random.fork('wording').weigh({ plain: 6, adverse: 3, constants: 1 })
  const sentences = drawSentences(random.fork('sentences'), tongue, wording, encoding)
  const codes = drawCodes(random.fork('codes'), encoding)
  const answers = drawAnswers(random.fork('answers'), encoding, envelope, flag)
  const values = drawValues(random.fork('values'), tongue, encoding)
  const reads = drawReads(random.fork('reads'), { encoding, envelope, values, noise, answers })
  const behaviour = drawBehaviour(random.fork('behaviour'))
  const parts = { encoding, envelope, names, casing, sentences, codes, answers, reads, values, behaviour }
  return { seed, tongue, wording, ...parts, notes: findNotes(parts) }
}

function drawEncoding(random: Random, fixed: Encoding | undefined): EncodingManner {
  const drawn: Encoding = random.weigh({
    json: 8,
    'json-in-string': 3,
    'xml-elements': 4,
    'xml-attributes': 3,
    lines: 2,
    'name-value': 3,
    columns: 4,
  })
  const encoding = fixed ?? drawn
  return {
    encoding,
    contentType: random.weigh({ honest: 6, 'text/html': 2, 'text/plain': 1, none: 1 }),
    isIndented: random.chance(0.2),
    areWordsQuoted: random.chance(0.6),
    xml: {
      hasDeclaration: random.chance(0.6),
      lists: random.weigh({ contained: 3, repeated: 1 }),
      nil: random.weigh({ xsi: 1, empty: 2 }),
      hasCdata: random.chance(0.15),
      attributes: random.weigh({ record: 4, value: 2, field: 1 }),
    },
    text: drawLayout(random, encoding),
  }
}

function drawLayout(random: Random, encoding: Encoding): EncodingManner['text'] {
  const end = random.weigh({ '\n': 3, '\r\n': 1 })
  const fieldSeparator =
    encoding === 'lines'
      ? end
      : random.pick(encoding === 'columns' ? [',', ',', ';', '|', '\t'] : [';', '|', ',', '&', '\t', '; '])
  return {
    recordSeparator: encoding === 'lines' ? random.pick([`${end}${end}`, `${end}---${end}`]) : end,
    fieldSeparator,
    nameSeparator: random.pick(encoding === 'lines' ? [': ', '=', ':', ' = '] : ['=', '=', ':']),
    listSeparator: random.pick([',', ' ', '/', '+'].filter((sign) => !fieldSeparator.includes(sign))),
    hasHeader: random.chance(0.6),
  }
}

function drawEnvelope(random: Random, { encoding }: EncodingManner): Envelope {
  const isJson = encoding === 'json' || encoding === 'json-in-string'
  const isXml = encoding === 'xml-elements' || encoding === 'xml-attributes'
  const kind = isJson
    ? random.weigh({ bare: 4, one: 4, two: 2, 'json-rpc': 1 })
    : isXml
      ? random.weigh({ bare: 3, one: 2, two: 1, soap: 3 })
      : 'bare'
  return {
    kind,
    metaAt: random.weigh({ outer: 3, inner: 1 }),
    yes: random.weigh({ same: 2, flat: 1 }),
    no: random.weigh({ same: 3, flat: 2, 'error-wrapper': 2 }),
  }
}
