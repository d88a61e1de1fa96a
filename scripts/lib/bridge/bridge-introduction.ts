import { callEffects } from './channel-note.ts'
import { activationExample } from './work-notes.ts'

/** The part of the page before the channels. `example`: the text of a whole script. */
export const introduceBridge = (channelCount: number, example: string): string => `# The bridge

Everything that Setdesk can do goes over its bridge: ${channelCount} channels, each of them a question with an answer, and events that are
pushed. The screens use nothing else, and a script can use the same. Two hosts carry it:

- **The browser host** (\`npm run loopback\`) carries it over HTTP, on this computer alone. This is the one for scripts.
- **The window** carries it over Electron's IPC, for Setdesk's own page. No script reaches that one.

This page is made from the contract (\`src/shared/bridge/contract.ts\`) by \`npm run docs\`; do not edit it here.

## Sign in

Start a host on a data folder of its own. Without \`--data\` it works with that of the browser; a folder that another running Setdesk has is
refused.

\`\`\`sh
npm run -s loopback -- --port 0 --data ./script-data --no-open --json
\`\`\`

It prints one line, \`{"url":"http://127.0.0.1:PORT/?launch=TOKEN"}\`. The address works once: who opens it gets a cookie, and the cookie
holds until the host stops. So a script that signed in has this host for itself: no browser can open it any more.

In another terminal:

\`\`\`sh
url='http://127.0.0.1:PORT/?launch=TOKEN'
host=\${url%%/\\?*}
curl -s -c cookies -o /dev/null "$url"
call() {
  curl -s -b cookies -H "Origin: $host" -H 'Content-Type: application/json' -d "$2" "$host/bridge/$1"
  echo
}
\`\`\`

From then on a call is the name of its channel and its request:

\`\`\`sh
call connection.start-training '{}'
# {"ok":true,"value":{"id":"training"}}
call activation.save '${JSON.stringify(activationExample)}'
# {"ok":true,"value":{"id":"01M82054CVW4CZ79QSDKM7XWAJ"}}
# a moment later
call job.list '{"limit":1}'
# {"ok":true,"value":{"jobs":[{"id":"01M82054CVW4CZ79QSDKM7XWAJ",…,"state":"done",…}],"hasMore":false}}
\`\`\`

What a script does first depends on \`vault.state\` in the answer to [app.snapshot](#appsnapshot):

| \`vault.state\` | means | first call |
|---|---|---|
| \`new\` | The data folder is new. | [connection.start-training](#connectionstart-training) to practise; for a real platform [vault.protect](#vaultprotect), then [connection.add](#connectionadd) |
| \`locked\` | The saved work waits for its passphrase. | [vault.unlock](#vaultunlock) |
| \`open\` | Everything can be called. | |

## A whole script

It signs in, calls once, and then tells what is pushed. It needs Node and no package, and is in [bridge-example.mjs](bridge-example.mjs).

\`\`\`js
${example.trimEnd()}
\`\`\`

## Calls over HTTP

A call is \`POST /bridge/<channel>\` with the request as JSON; no body is \`{}\`. The answer is \`{"ok":true,"value":…}\` or
\`{"ok":false,"error":…}\`. A channel's answer has the HTTP status 200 in both cases: go by \`ok\`. A field that the channel does not know is
refused; inside other fields it is left out.

\`\`\`sh
call job.list '{"limit":0}'
# {"ok":false,"error":{"code":"bad-request","message":"Some fields of this call do not fit.","retryable":false,"fields":{"limit":"too-small"}}}
\`\`\`

Other statuses mean that no channel saw the request:

| a request must | status and reason |
|---|---|
| name the printed address in \`Host\`, as \`127.0.0.1:PORT\` and not as \`localhost\` | 403 \`wrong-host\` |
| be a GET, a HEAD or a POST | 403 \`wrong-method\` |
| with POST: name \`http://127.0.0.1:PORT\` in \`Origin\` | 403 \`wrong-origin\` |
| not come from the page of another site, by the browser's \`Sec-Fetch-Site\` | 403 \`cross-site\` |
| bring the cookie | 401 \`no-session\` |
| with POST: say \`Content-Type: application/json\` | 415 \`wrong-content-type\` |
| have a body that is JSON | 400, with the code \`bad-request\` |
| have a body of 56 MB at the most | 413, with the code \`bad-request\` |

The reason stands in \`message\`. This is the answer to a call without its cookie:

\`\`\`json
{"ok":false,"error":{"code":"not-allowed","message":"Refused: no-session.","retryable":false}}
\`\`\`

## Events over HTTP

\`GET /bridge/events\` with the cookie stays open and sends a line for each event, \`data: {"name":…,"payload":…}\`, with an empty line
after it. The first event is the whole [snapshot](#snapshot-event). Skip every other line: it only keeps the connection alive. After a
connection was lost any job may have changed, so ask again for what matters. A reader that falls 4 MB behind is cut off, and 50 streams may be open at once.

## Secrets

A token, a passphrase, a key or the log-in of a proxy goes in and never comes out. What the platform answered is passed on without
tokens and passwords.

What does come out is what a technician hands over: the log-in of a customer with its password, in [job.read](#jobread), in
[draft.read](#draftread), and in a file that a person brought ([list.read](#listread), [list.read-part](#listread-part)). Keep what a script
writes down as you would keep a slip.

## How to read the channels

A shape is written nearly as in TypeScript. Times are milliseconds since 1970.

| here | means |
|---|---|
| \`name?: string\` | The field may be left out. |
| \`name?: boolean = false\` | It may be left out of a request, and is then \`false\`. An answer always has it. |
| \`id, model?: string\` | Two fields of one kind; the second may be left out. |
| \`string(1..64)\`, \`int(..200)\` | From 1 to 64 characters; a whole number of at most 200. |
| \`string(/^\\S+$/)\`, \`string(base64)\` | A text of this form. |
| \`JobState[1..9]\` | A list of one to nine. |
| \`{ [string]: int }\`, \`{ [JobState]?: int }\` | An object with any names; one with states of a job for names, each of which may be absent. |

Below each channel stands what it is asked and what it answers, as \`request => response\`, and an example of a request. One word says
what the call does:

| word | means |
|---|---|
${Object.values(callEffects)
  .map(([word, meaning]) => `| **${word}** | ${meaning} |`)
  .join('\n')}
`
