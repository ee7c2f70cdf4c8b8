import { createServer, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { newPerson, signUp } from '../support/people.ts'
import { startProduct } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/** A CDN with the product as its origin; `flip` corrupts a byte of each file. */
async function startCdn() {
  const state = { product: '', flip: /^$/, asked: [] as string[] }
  const pass = async (url: string, response: ServerResponse): Promise<void> => {
    state.asked.push(url)
    const result = await fetch(`${state.product}${url}`)
    const content = Buffer.from(await result.arrayBuffer())
    if (state.flip.test(url)) content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1
    const kept = ['content-type', 'cache-control', 'access-control-allow-origin', 'cross-origin-resource-policy']
    const headers = kept.flatMap((name) => (result.headers.has(name) ? [[name, result.headers.get(name) ?? '']] : []))
    response.writeHead(result.status, Object.fromEntries(headers)).end(content)
  }
  const server = createServer(({ url = '' }, response) => {
    pass(url, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { state, origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

test.describe('with a CDN for the files', () => {
  // Chromium names the file whose hash is wrong, and the shell the remote.
  test.use({ expectedComplaints: /mf-organization|integrity|mf-account@9\.9\.9 failed later/ })

  test('runs pages from it with policy and hashes, and nothing that it has changed', async ({ openBrowser }) => {
    const cdn = await startCdn()
    const product = await startProduct({ ASSETS_ORIGIN: cdn.origin })
    cdn.state.product = product.address
    const page = await openBrowser({ baseURL: product.address })
    const own: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin === product.address && /\.(js|css)$/.test(pathname)) own.push(pathname)
    })
    await signUp(page, newPerson('Cora Cached'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    expect(own, 'files that were asked for at the product itself').toEqual([])
    for (const path of [/^\/assets\//, /^\/remotes\/mf-account\//])
      expect(cdn.state.asked.filter((url) => path.test(url))).not.toEqual([])
    // Attribution works with URLs of the CDN as well.
    const told = page.waitForEvent('console', (line) => line.text().startsWith('mf-account@9.9.9 failed later'))
    const place = `//# sourceURL=${cdn.origin}/remotes/mf-account/9.9.9/assets/remote.js`
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: `setTimeout(() => { throw new Error('late') })\n${place}` })
    await told

    cdn.state.flip = /\/remotes\/mf-organization\//
    const changed = await openBrowser({ baseURL: product.address, storageState: await page.context().storageState() })
    await changed.goto('/organizations')
    await expect(changed.getByRole('main')).toContainText('Organizations couldn’t be loaded')
    await changed.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }).click()
    await expect(changed.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    await product.stop()
    cdn.stop()
  })
})
