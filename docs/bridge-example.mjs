// npm run -s loopback -- --data ./script-data --no-open --json | node docs/bridge-example.mjs
import { once } from 'node:events'
import { createInterface } from 'node:readline'

// The host's line comes by a pipe, because every user of the computer can see the arguments of a command.
const [line] = await once(createInterface(process.stdin), 'line')
process.stdin.destroy()
const { origin, hash } = new URL(JSON.parse(line).url)
const headers = { origin, 'content-type': 'application/json' }

// Once: the token in the address is exchanged for a bearer, which holds until the host stops.
const body = JSON.stringify({ token: hash.slice(1) })
const signIn = await (await fetch(`${origin}/session`, { method: 'POST', headers, body })).json()
if (!signIn.ok) throw new Error('This address has been used. Start the host again.')
const authorization = `Bearer ${signIn.value.bearer}`

async function call(channel, request) {
  const response = await fetch(`${origin}/bridge/${channel}`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: JSON.stringify(request),
  })
  const reply = await response.json()
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`)
  return reply.value
}

const { vault, counts } = await call('app.snapshot', {})
console.log(`The saved work is ${vault.state}; ${counts.done} jobs are done.`)

// Then what is pushed, until the host stops.
const stream = await fetch(`${origin}/bridge/events`, { headers: { authorization } })
let rest = ''
for await (const text of stream.body.pipeThrough(new TextDecoderStream())) {
  const blocks = (rest + text).split('\n\n')
  rest = blocks.pop()
  for (const block of blocks) {
    if (!block.startsWith('data: ')) continue
    const event = JSON.parse(block.slice('data: '.length))
    console.log(event.name, event.payload.id ?? '')
  }
}
