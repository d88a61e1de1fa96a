import { callEffects } from './channel-note.ts'
import { activationExample } from './work-notes.ts'

/** The part of the page before the channels. `example`: the text of a whole script. */
export const introduceBridge = (channelCount: number, example: string): string => `# The bridge

Everything that Setdesk does goes through its bridge: ${channelCount} channels, each with a request and a response, and pushed events. The
screens use nothing else, and a script can use the same. Two hosts carry it:

- **The browser host** (\`npm run loopback\`) carries it over HTTP, only on this computer. Use this one for scripts.
- **The window** carries it over Electron's IPC, for Setdesk's own page. Scripts cannot use it.

This page is made from the contract (\`src/shared/bridge/contract.ts\`) by \`npm run docs\`; do not edit it here.

## Sign in

Start a host with its own data folder. Without \`--data\` it uses the browser's data folder. A folder that another running Setdesk uses is
refused.

\`\`\`sh
npm run -s loopback -- --data ./script-data --no-open --json
\`\`\`

It prints one line, \`{"url":"http://127.0.0.1:PORT/launch.html#TOKEN"}\`. A script sends the token, the part after the \`#\`, with
\`POST /session\` and gets a bearer. If the app is already loaded, the answer also has \`first\`, the answer to
[app.snapshot](#appsnapshot). The token works once, and the bearer until the host stops. So after a script has signed in, no browser can
open this host any more. There is no cookie, because a browser would send it to the servers of other programs on this computer
too.

Run this in another terminal, with the printed address in \`url\`. No secret is an argument of a command, because all users of the computer can see arguments:

\`\`\`sh
umask 077
url='http://127.0.0.1:PORT/launch.html#TOKEN'
host=\${url%%/launch*}
post() { curl -s -H "Origin: $host" -H 'Content-Type: application/json' --data-binary @- "$@"; }
printf '{"token":"%s"}' "\${url#*#}" | post "$host/session" |
  sed 's/.*"bearer":"\\([^"]*\\)".*/Authorization: Bearer \\1/' > bearer
call() {
  printf '%s' "$2" | post -H @bearer "$host/bridge/$1"
  echo
}
\`\`\`

After that, a call is a channel name and a request:

\`\`\`sh
call connection.start-training '{}'
# {"ok":true,"value":{"id":"training"}}
call job.save '${JSON.stringify(activationExample)}'
# {"ok":true,"value":{"id":"01M82054CVW4CZ79QSDKM7XWAJ"}}
# a moment later
call job.list '{"limit":1}'
# {"ok":true,"value":{"jobs":[{"id":"01M82054CVW4CZ79QSDKM7XWAJ",…,"state":"done",…}],"hasMore":false}}
\`\`\`

The first call of a script depends on \`vault.state\` in the answer to [app.snapshot](#appsnapshot):

| \`vault.state\` | means | first call |
|---|---|---|
| \`new\` | The data folder is new. | [connection.start-training](#connectionstart-training) to practise; for a real platform [vault.protect](#vaultprotect), then [connection.add](#connectionadd) |
| \`locked\` | The saved work waits for its passphrase. | [vault.unlock](#vaultunlock) |
| \`open\` | Everything can be called. | |

## A whole script

It reads the line that the host prints, signs in, makes one call, and then prints the pushed events. It needs Node but no package, and is in
[bridge-example.mjs](bridge-example.mjs).

\`\`\`js
${example.trimEnd()}
\`\`\`

## Calls over HTTP

A call is \`POST /bridge/<channel>\` with the request as JSON; no body is \`{}\`. The answer is \`{"ok":true,"value":…}\` or
\`{"ok":false,"error":…}\`. A channel's answer has the HTTP status 200 in both cases: check \`ok\`. A field that the channel does not know is
refused; inside other fields it is ignored.

\`\`\`sh
call job.list '{"limit":0}'
# {"ok":false,"error":{"code":"bad-request","message":"Some fields of this call do not fit.","retryable":false,"fields":{"limit":"too-small"}}}
\`\`\`

Any other status means that no channel received the request:

| a request must | status and reason |
|---|---|
| have the printed address in \`Host\`, as \`127.0.0.1:PORT\` and not as \`localhost\` | 403 \`wrong-host\` |
| be a GET, a HEAD or a POST | 403 \`wrong-method\` |
| with POST: have \`http://127.0.0.1:PORT\` in \`Origin\` | 403 \`wrong-origin\` |
| not come from another site's page, according to the browser's \`Sec-Fetch-Site\` | 403 \`cross-site\` |
| not load a service worker | 403 \`service-worker\` |
| have \`Bearer\` and the bearer in \`Authorization\` | 401 \`no-session\` |
| with POST: have \`Content-Type: application/json\` | 415 \`wrong-content-type\` |
| have a JSON body | 400, with the code \`bad-request\` |
| have a body of at most 56 MB | 413, with the code \`bad-request\`, or the connection is cut while the body is sent |

The reason is in \`message\`. \`POST /session\` gives 403 \`used-token\` for a token that was used or is wrong: stop the host and start it again.
This is the answer to a call without the bearer:

\`\`\`json
{"ok":false,"error":{"code":"not-allowed","message":"Refused: no-session.","retryable":false}}
\`\`\`

## Events over HTTP

\`GET /bridge/events\` with the bearer stays open and sends a line for each event, \`data: {"name":…,"payload":…}\`, with an empty line
after it. The first event is the whole [snapshot](#snapshot-event). Ignore every other line: it only keeps the connection alive. After a lost
connection any job may have changed, so read again what you need. A reader that falls 4 MB behind is disconnected, and 50 streams may be open at once.

## Secrets

A token, a passphrase, a key or the credentials of a proxy can be set, but are never returned. Answers of the platform are returned without
tokens and passwords.

The credentials that a technician hands over are returned: a customer's user ID and password, in [job.read](#jobread), in
[draft.read](#draftread), and in a file that a technician loaded ([list.read](#listread), [list.read-part](#listread-part)). Protect what a
script stores as you would protect a handout.

## How to read the channels

Shapes are written almost as in TypeScript. Times are milliseconds since 1970.

| here | means |
|---|---|
| \`name?: string\` | The field is optional. |
| \`name?: boolean = false\` | Optional in a request, \`false\` by default. A response always has it. |
| \`id, model?: string\` | Two fields of one type; the second is optional. |
| \`string(1..64)\`, \`int(..200)\` | From 1 to 64 characters; a whole number of at most 200. |
| \`string(/^\\S+$/)\`, \`string(base64)\` | A text of this form. |
| \`JobState[1..9]\` | A list of one to nine. |
| \`{ [string]: int }\`, \`{ [JobState]?: int }\` | An object with any names; an object with job states as names, each of them optional. |

Each channel shows its \`request => response\` and an example of a request. One word says what the call does:

| word | means |
|---|---|
${Object.values(callEffects)
  .map(([word, meaning]) => `| **${word}** | ${meaning} |`)
  .join('\n')}
`
