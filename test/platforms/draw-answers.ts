import type { AnswerManner, EncodingManner, Envelope, FlagManner, Style } from './description.ts'
import type { Random } from './random.ts'

/** Chooses how yes and no are said. A no never looks like a yes: an empty no has its own status. */
export function drawAnswers(
  random: Random,
  { encoding, text }: EncodingManner,
  { kind }: Envelope,
  flag: FlagManner,
): AnswerManner {
  const isText = !encoding.startsWith('json') && !encoding.startsWith('xml')
  const changeStyle: Style = random.weigh({
    flag: 2,
    'flag-and-message': 3,
    message: 2,
    words: 2,
    code: 1,
    'code-and-message': 1,
    record: 1.5,
    empty: 1.2,
  })
  const drawnStyle: Style = random.weigh({
    credentials: 4,
    record: 2,
    flag: 1,
    'flag-and-message': 1.5,
    message: 1,
    words: 1,
    code: 0.6,
    'code-and-message': 0.8,
    'bare-userid': 0.7,
    empty: 0.8,
  })
  // Without a header only the columns of a customer record are known.
  const isHeaderless = encoding === 'columns' && !text.hasHeader
  const createStyle = isHeaderless && drawnStyle === 'credentials' ? 'record' : drawnStyle
  const noStyle: Style =
    kind === 'soap' && random.chance(0.6)
      ? 'fault'
      : random.weigh({
          flag: 1.2,
          'flag-and-message': 3,
          message: 3,
          words: 2,
          code: 1.2,
          'code-and-message': 2,
          empty: 0.8,
        })
  const statuses = random.pick([
    'by-reason',
    'by-reason',
    'by-reason',
    200,
    200,
    200,
    200,
    400,
    400,
    403,
    406,
    409,
    422,
  ] as const)
  return {
    flag: isText || encoding.startsWith('xml') ? { ...flag, yes: String(flag.yes), no: String(flag.no) } : flag,
    isFlagOnReads: encoding !== 'columns' && random.chance(0.35),
    create: { style: createStyle, status: drawStatus(random, createStyle, 201) },
    change: { style: changeStyle, status: drawStatus(random, changeStyle, 200) },
    isAsyncAccepted: random.chance(0.3),
    no: { style: noStyle === 'empty' && statuses === 200 ? 'flag-and-message' : noStyle, statuses },
    token: drawTokenRefusal(random),
    unknown: drawUnknown(random, isText),
    unknownHostname: random.weigh({ same: 2, 'empty-list': 1 }),
    trouble: {
      status: random.pick([429, 500, 500, 500, 502, 503, 503, 504] as const),
      body: random.weigh({ refusal: 3, words: 2, message: 2, empty: 2, page: 2 }),
    },
  }
}

function drawStatus(random: Random, style: Style, other: 200 | 201): 200 | 201 | 202 | 204 {
  if (style === 'empty') return random.pick([200, 200, 201, 202, 204, 204] as const)
  return random.pick([200, 200, 200, 200, other, other, 202] as const)
}

function drawTokenRefusal(random: Random): AnswerManner['token'] {
  const status = random.pick([401, 401, 401, 403, 403, 400, 200, 200, 200, 302] as const)
  if (status === 302) return { status, body: random.weigh({ empty: 1, 'login-page': 1 }) }
  if (status === 200) return { status, body: random.weigh({ refusal: 3, words: 2, message: 2, 'login-page': 2 }) }
  return { status, body: random.weigh({ refusal: 4, words: 2, message: 2, empty: 2, 'login-page': 0.5 }) }
}

function drawUnknown(random: Random, isText: boolean): AnswerManner['unknown'] {
  const status = random.pick([404, 404, 404, 400, 200, 200, 200, 200, 204] as const)
  if (status === 204) return { status, body: 'empty' }
  if (status === 400) return { status, body: random.weigh({ words: 1, message: 2, refusal: 2 }) }
  if (status === 404) return { status, body: random.weigh({ words: 1, message: 2, refusal: 2, empty: 2 }) }
  if (isText) return { status, body: random.weigh({ words: 2, message: 1, refusal: 2, 'empty-list': 1, empty: 1 }) }
  return {
    status,
    body: random.weigh({
      words: 1,
      message: 2,
      refusal: 2,
      null: 1,
      'empty-list': 1,
      'empty-object': 1,
      'blank-record': 1,
      empty: 1,
    }),
  }
}
