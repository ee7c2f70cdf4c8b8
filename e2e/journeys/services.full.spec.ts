import type { IncomingMessage, ServerResponse } from 'node:http'
import { type WebSocket as ServiceSocket, WebSocketServer } from 'ws'
import { waitTimeout } from 'service/testing/wait-timeout.ts'
import { operate } from '../support/operate.ts'
import { unique } from '../support/people.ts'
import { pageOf, publishRemote } from '../support/remotes.ts'
import { serve } from '../support/serve.ts'
import { endSessionsIn } from '../support/sessions.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Event streams and sockets of a remote's service, through the product
// (docs/building-a-feature.md).

/** Reads the claims of the request's token. */
const tokenOf = ({ headers }: IncomingMessage): { jti: string; aud: string } =>
  JSON.parse(Buffer.from(String(headers.authorization).split('.')[1] ?? '', 'base64url').toString())

/** The code of the remote's page, which records what it receives. */
const listen = (name: string) => `window.heard = []
  window.hear = () => {
    const events = new EventSource('/api/${name}/events')
    events.onmessage = ({ data }) => heard.push('event ' + data)
    const open = () => {
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '/api/${name}/socket')
      socket.onopen = () => socket.send('hello')
      socket.onmessage = ({ data }) => heard.push('message ' + data)
      socket.onclose = ({ code }) => {
        heard.push('closed ' + code)
        if (code === 1001) open()
      }
    }
    open()
  }
  return 'Live'`

test.describe('events and sockets of a service', () => {
  // Another origin's calls are refused.
  test.use({
    expectedComplaints: /403|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|CORS policy|WebSocket connection to|MIME type/,
  })

  test('reach the page, end with their token, resume with a new one, and are refused to other origins', async ({
    page,
  }) => {
    const name = unique('mf-live').replace(' ', '-')
    const asked: IncomingMessage[] = []
    const streams: ServerResponse[] = []
    const { server, origin, stop } = await serve((request, response) => {
      asked.push(request)
      streams.push(response)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const count = asked.filter(({ url }) => url === '/events').length
      response.write(`retry: 50\nid: number-${count}\ndata: ${count}\n\n`)
    })
    const sockets: ServiceSocket[] = []
    const wss = new WebSocketServer({ server })
    wss.on('connection', (socket, request) => {
      asked.push(request)
      sockets.push(socket)
      socket.on('message', () => socket.send(`hello ${sockets.length}`))
    })
    const askedFor = (url: string) => asked.filter((request) => request.url === url)
    const remote = await publishRemote(name, pageOf(listen(name)))
    await operate(`service set ${name} ${origin}`)

    const { email } = await signUpByCall(page, 'Ada Lovelace')
    await page.goto(`/${name}`)
    await expect(page.getByText('Live')).toBeVisible()
    const heard = () => page.evaluate<string[]>('window.heard')
    // A token never outlives its session. The page must connect within this time, even on a busy
    // machine.
    const life = 10
    await endSessionsIn(email, life)
    await page.evaluate('window.hear()')
    await expect.poll(heard).toEqual(expect.arrayContaining(['event 1', 'message hello 1']))
    await endSessionsIn(email, 3600)
    streams[0]?.write('data: later\n\n')
    await expect.poll(heard).toContain('event later')

    await expect
      .poll(heard, { timeout: life * 1000 + waitTimeout })
      .toEqual(expect.arrayContaining(['closed 1001', 'message hello 2', 'event 2']))
    const [first, second] = askedFor('/events').map((request) => [request.headers['last-event-id'], tokenOf(request)])
    expect([first, second]).toEqual([
      [undefined, expect.objectContaining({ aud: name })],
      ['number-1', expect.objectContaining({ aud: name })],
    ])
    const tokens = asked.map((request) => tokenOf(request).jti)
    expect(tokens.slice(2).filter((token) => tokens.slice(0, 2).includes(token))).toEqual([])

    // Another origin on the same site, so that the browser sends the session cookie.
    const before = asked.length
    const elsewhere = await serve((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>Elsewhere</p>'),
    )
    const evil = await page.context().newPage()
    await evil.goto(elsewhere.origin)
    const { host } = new URL(page.url())
    const got = await evil.evaluate(
      ([at, path]) =>
        Promise.all([
          new Promise((done) => {
            const socket = new WebSocket(`ws://${at}${path}/socket`)
            socket.addEventListener('open', () => done('open'))
            socket.addEventListener('error', () => done('refused'))
          }),
          new Promise((done) => {
            const events = new EventSource(`http://${at}${path}/events`, { withCredentials: true })
            events.addEventListener('open', () => done('open'))
            events.addEventListener('error', () => done('refused'))
          }),
          fetch(`http://${at}${path}/data`, { mode: 'no-cors', credentials: 'include', method: 'POST' }).then(
            () => 'sent',
            () => 'refused',
          ),
        ]),
      [host, `/api/${name}`] as const,
    )
    expect(got).toEqual(['refused', 'refused', 'refused'])
    expect(asked.slice(before).map(({ url }) => url)).toEqual([])
    elsewhere.stop()

    await page.close() // before its stream is cut off, of which the console would tell
    await operate(`service remove ${name}`)
    await remote.unpublish()
    wss.close()
    stop()
  })
})
