// node docs/bridge-example.mjs 'http://127.0.0.1:PORT/?launch=TOKEN'
const address = new URL(process.argv[2])
const { origin } = address

// Once: the token in the address is changed for a cookie, which holds until the host stops.
const signIn = await fetch(address, { redirect: 'manual' })
const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0]
if (cookie === undefined) throw new Error('This address has been used. Start the host again.')

async function call(channel, request) {
  const response = await fetch(`${origin}/bridge/${channel}`, {
    method: 'POST',
    headers: { origin, cookie, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const reply = await response.json()
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}: ${reply.error.message}`)
  return reply.value
}

const { vault, counts } = await call('app.snapshot', {})
console.log(`The saved work is ${vault.state}; ${counts.done} jobs are done.`)

// Then what is pushed, until the host stops.
const stream = await fetch(`${origin}/bridge/events`, { headers: { cookie } })
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
