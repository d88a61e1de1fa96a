import type { Channel } from '../../../src/shared/bridge/contract.ts'
import type { EventName } from '../../../src/shared/bridge/bridge.ts'
import { errorCodes } from '../../../src/shared/bridge/errors.ts'
import { introduceBridge } from './bridge-introduction.ts'
import type { BridgeShapes, Shape } from './bridge-shapes.ts'
import { appNotes, whoNotes } from './app-notes.ts'
import {
  callEffects,
  closedErrors,
  errorMeanings,
  errorsOfEveryCall,
  type ChannelNote,
  type ChannelNotes,
} from './channel-note.ts'
import { computerSubjects, connectionNotes } from './computer-notes.ts'
import { maintenanceNotes, maintenanceSubject } from './maintenance-notes.ts'
import { fleetNotes, fleetSubject } from './fleet-notes.ts'
import { activityNotes, listNotes, listSubjects } from './list-notes.ts'
import { consoleNotes, customersNotes, hostnameNotes, platformSubjects } from './platform-notes.ts'
import { firstVersion, type RenamedName } from './renamed-names.ts'
import { createShapeWriter, widestShape, type ShapeText } from './shape-text.ts'
import { newWorkNotes, queueNotes, workSubjects } from './work-notes.ts'

/** The page's text for every channel. A channel without a note does not compile. */
export const channelNotes: ChannelNotes = {
  ...appNotes,
  ...whoNotes,
  ...connectionNotes,
  ...newWorkNotes,
  ...queueNotes,
  ...customersNotes,
  ...hostnameNotes,
  ...activityNotes,
  ...listNotes,
  ...maintenanceNotes,
  ...fleetNotes,
  ...consoleNotes,
}
const subjects = [
  ...computerSubjects,
  ...workSubjects,
  ...listSubjects,
  ...platformSubjects,
  maintenanceSubject,
  fleetSubject,
]

const eventNotes: Readonly<Record<EventName, string>> = {
  snapshot: 'The whole snapshot, as `app.snapshot` returns it. It is sent after each change, at most every 60 ms.',
  'job-changed': 'This job has changed. Without an `id`, any job may have changed. Read again what you need.',
  'fleet-changed':
    "Sent only to a supervisor: the board's rows of these stations have changed. Without `stations`, any row may have changed. Read them again with `fleet.board`.",
}

/** The reference page of the bridge, in Markdown. `example`: the text of a whole script. */
export function writeBridgePage(shapes: BridgeShapes, example: string, renamed: readonly RenamedName[]): string {
  const textOf = createShapeWriter(shapes)
  const sentTo = new Set<string>()
  const write = (shape: Shape): ShapeText => {
    const written = textOf(shape)
    for (const name of written.names) {
      if (sentTo.has(name)) continue
      sentTo.add(name)
      write(shapes.named.get(name)?.shape ?? {})
    }
    return written
  }
  const channels = subjects.map(({ title, about, notes }) => {
    const calls = Object.entries(notes) as [Channel, ChannelNote<Channel>][]
    const entries = calls.map(([channel, note]) => writeChannel(channel, note, shapes.calls[channel], write))
    return `## ${title}\n\n${about}\n\n${entries.join('\n')}`
  })
  const events = (Object.keys(eventNotes) as EventName[]).map((name) => {
    const { text, names } = write(shapes.events[name])
    return `### ${name} event\n\n${eventNotes[name]}${linkShapes(names)}\n\n${fence(text)}`
  })
  return [
    introduceBridge(Object.keys(channelNotes).length, example),
    writeRenamedNames(renamed),
    writeContents(),
    ...channels,
    `## Events\n\n${events.join('\n')}`,
    writeErrors(write(shapes.error).text),
    writeShapes(shapes, [...sentTo].sort(), write),
  ].join('\n')
}

function writeContents(): string {
  const rows = subjects.map(({ title, notes }) => {
    const links = Object.keys(notes).map((channel) => `[${channel}](#${anchorOf(channel)})`)
    return `| [${title}](#${anchorOf(title)}) | ${links.join(', ')} |`
  })
  return ['## Channels', '', '| subject | channels |', '|---|---|', ...rows, ''].join('\n')
}

function writeChannel(
  channel: Channel,
  { says, effect, errors, example }: ChannelNote<Channel>,
  { request, response }: { readonly request: Shape; readonly response: Shape },
  write: (shape: Shape) => ShapeText,
): string {
  const [asked, answered] = [write(request), write(response)]
  const names = [...new Set([...asked.names, ...answered.names])].sort()
  const body = JSON.stringify(example)
  return [
    `### ${channel}`,
    '',
    `${says} **${callEffects[effect][0]}.**${writeCodes(errors)}${linkShapes(names)}`,
    '',
    fence(`${joinCall(asked.text, answered.text)}${body === '{}' ? '' : `\n// ${body}`}`),
  ].join('\n')
}

/** Writes a call on one line if the call is short enough, otherwise on two lines. */
function joinCall(request: string, response: string): string {
  const line = `${request} => ${response}`
  return line.includes('\n') || line.length <= widestShape ? line : `${request} =>\n  ${response}`
}

function writeCodes(codes: ChannelNote<Channel>['errors']): string {
  if (codes.length === 0) return ''
  const isClosed = closedErrors.every((code) => codes.includes(code))
  const own = codes.filter((code) => !isClosed || !closedErrors.some((one) => one === code))
  const words = [...own.map((code) => `\`${code}\``), ...(isClosed ? ['[saved work is closed](#errors)'] : [])]
  return ` Errors: ${words.join(', ')}.`
}

function writeErrors(error: string): string {
  return [
    '## Errors',
    '',
    fence(`type Error = ${error}`),
    'Check `code`. With `retryable` the same call may succeed later without a change. `message` is a sentence for a log file.',
    '',
    `Every call can fail with ${errorsOfEveryCall.map((code) => `\`${code}\``).join(' and ')}, so no channel lists these. *Saved work is closed*`,
    `means three codes: ${closedErrors.map((code) => `\`${code}\``).join(', ')}.`,
    '',
    '| code | means |',
    '|---|---|',
    ...errorCodes.map((code) => `| \`${code}\` | ${errorMeanings[code]} |`),
    '',
  ].join('\n')
}

/** The table of old and new names, or a sentence that no name has changed. */
export function writeRenamedNames(renamed: readonly RenamedName[]): string {
  const rows = renamed.map(({ kind, old, name, since }) => `| ${kind} | \`${old}\` | \`${name}\` | ${since} |`)
  const table = [
    'Only the new names work.',
    '',
    '| kind | old name | new name | since version |',
    '|---|---|---|---|',
    ...rows,
  ]
  return [
    '## Names that changed',
    '',
    ...(rows.length === 0 ? [`No name has changed since version ${firstVersion}.`] : table),
    '',
  ].join('\n')
}

function writeShapes({ named }: BridgeShapes, names: readonly string[], write: (shape: Shape) => ShapeText): string {
  const entries = names.map((name) => {
    const { shape = {}, file } = named.get(name) ?? {}
    const { text, names: further } = write(shape)
    return `### ${name}\n\nIn \`${file}\`.${linkShapes(further)}\n\n${fence(`type ${name} = ${text}`)}`
  })
  return `## Shapes\n\nShapes that are used in several places, or are long. The declaring file says more about the fields.\n\n${entries.join('\n')}`
}

const fence = (text: string): string => `\`\`\`ts\n${text.replaceAll(' \n', '\n')}\n\`\`\`\n`

const linkShapes = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Shapes: ${names.map((name) => `[${name}](#${anchorOf(name)})`).join(', ')}.`

/** The anchor that GitHub makes for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
