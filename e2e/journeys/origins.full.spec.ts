import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { operate } from '../support/operate.ts'
import { unique } from '../support/people.ts'
import { pageOf, publishRemote } from '../support/remotes.ts'
import { serve } from '../support/serve.ts'
import { expect, test } from '../support/test.ts'

// How browsers enforce the origins that remotes request and operators grant
// (docs/decisions/082-services-and-foreign-origins.md).

test.use({ expectedComplaints: /Content Security Policy|Fetch API cannot load|net::ERR/ })

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** Serves an API, an image and a page for frames. */
const foreign = () =>
  serve(({ url = '' }, response) => {
    response.setHeader('access-control-allow-origin', '*')
    if (url === '/picture') return response.setHeader('content-type', 'image/gif').end(picture)
    if (url === '/frame')
      return response.setHeader('content-type', 'text/html').end(`<script>parent.postMessage('here', '*')</script>`)
    return response.end('{}')
  })

/** Runs from the remote's own file. */
const tryAll = `window.tryAll = async (origin) => {
    const connect = fetch(origin + '/data').then(() => 'came', () => 'refused')
    const image = new Promise((done) => {
      const image = new Image()
      image.onload = () => done('came')
      image.onerror = () => done('refused')
      image.src = origin + '/picture'
    })
    const frame = new Promise((done) => {
      addEventListener('message', (event) => event.origin === origin && done('came'))
      addEventListener('securitypolicyviolation', (event) => event.effectiveDirective === 'frame-src' && done('refused'))
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
      frame.src = origin + '/frame'
      document.body.append(frame)
    })
    return { connect: await connect, image: await image, frame: await frame }
  }
  return 'The map'`

const tried = async (page: Page, origin: string): Promise<unknown> => {
  await expect(page.getByText('The map')).toBeVisible()
  return page.evaluate(`window.tryAll(${JSON.stringify(origin)})`)
}
const all = (what: string) => ({ connect: what, image: what, frame: what })

test('blocks and reports an origin until it is granted, and again after it was revoked', async ({ page }) => {
  const { origin, stop } = await foreign()
  const [name, other] = [unique('mf-map').replace(' ', '-'), unique('mf-plain').replace(' ', '-')]
  const kinds = ['connect', 'image', 'frame']
  const map = await publishRemote(name, pageOf(tryAll), { connect: [origin], image: [origin], frame: [origin] })
  const plain = await publishRemote(other, pageOf(tryAll))
  // A grant without a request has no effect.
  for (const kind of kinds) await operate(`allow ${other} ${kind} ${origin}`)

  await page.goto(`/${name}`)
  expect(await tried(page, origin)).toEqual(all('refused'))
  const log = join(process.env['PRODUCT_DATA'] ?? '', 'logs', 'shell.log')
  const reports = async () =>
    (await readFile(log, 'utf8'))
      .split('\n')
      .slice(0, -1) // the last one may not be whole yet
      .filter((line) => line.includes('csp violation') && line.includes(origin))
      .map((line) => JSON.parse(line))
  // Chromium does not report the source file of images.
  for (const [directive, remote] of [
    ['connect-src', { remote: name }],
    ['img-src', {}],
    ['frame-src', { remote: name }],
  ] as const)
    await expect
      .poll(reports)
      .toContainEqual(expect.objectContaining({ directive, ...remote, blocked: expect.stringContaining(origin) }))
  expect(await operate('status')).toContain(`remote -- allow ${name} connect ${origin}`)

  for (const kind of kinds) await operate(`allow ${name} ${kind} ${origin}`)
  expect(await tried(page, origin), 'an open page keeps what it has').toEqual(all('refused'))
  await page.reload()
  expect(await tried(page, origin)).toEqual(all('came'))
  await page.goto(`/${other}`)
  expect(await tried(page, origin), 'one document, one policy: nothing tells remotes apart there').toEqual(all('came'))

  await operate(`disallow ${name} image ${origin}`)
  await page.goto(`/${name}`)
  expect(await tried(page, origin)).toEqual({ connect: 'came', image: 'refused', frame: 'came' })
  await map.unpublish()
  await page.goto(`/${other}`)
  expect(await tried(page, origin), 'nobody asks for it in this lock').toEqual(all('refused'))
  await plain.unpublish()
  stop()
})
