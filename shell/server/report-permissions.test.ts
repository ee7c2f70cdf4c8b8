import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ReportedPermission } from 'contract/remote-permissions.ts'
import { makeVersion, newKey } from 'registry/testing/make-version.ts'
import { atEnd } from 'service/testing/at-end.ts'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { reportPermissions } from './report-permissions.ts'
import { startShell } from './testing/start-shell.ts'

const shell = await startShell()
atEnd(() => shell.stop())

const label = { en: 'Approve invoices' }
const withPermissions = (permissions: object) => ({ permissions, routes: [{ path: '/invoices', access: 'user' }] })
const described = (version: string, permissions: object, keys = newKey()) =>
  makeVersion({ name: 'mf-invoices', version, description: withPermissions(permissions) }, keys)

/** A rest-auth that keeps the reports, and refuses the first one. */
async function startRestAuth() {
  const reports: Pick<ReportedPermission, 'name' | 'key' | 'admins' | 'label'>[][] = []
  let calls = 0
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      calls += 1
      if (calls > 1) reports.push(Object(body).permissions)
      response.writeHead(calls > 1 ? 200 : 503).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => new Promise((done) => server.close(done)))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { url: `http://127.0.0.1:${port}`, reports, names: () => reports.at(-1)?.map(({ name }) => name) }
}

test('reports what is released, at once after each change, and repeats what failed', async () => {
  const restAuth = await startRestAuth()
  const [key, otherKey] = [newKey(), newKey()]
  const report = reportPermissions(shell.registry, { REST_AUTH_URL: restAuth.url }, { warn: () => {} })
  atEnd(() => report.stop())
  const reported = (names: string[]) => vi.waitFor(() => expect(restAuth.names()).toEqual(names), { timeout: 5000 })
  await reported([])

  await shell.send(described('1.0.0', { approve: { label, admins: true }, pay: { label } }, key))
  await reported(['mf-invoices:pay', 'mf-invoices:approve'])
  const [first] = restAuth.reports.at(-1)?.filter(({ name }) => name === 'mf-invoices:approve') ?? []
  expect(first).toMatchObject({ admins: true, label })

  // A preview is not released.
  await shell.send({ ...described('1.1.0', { preview: { label } }, key), channel: 'next' })
  await reported(['mf-invoices:pay', 'mf-invoices:approve'])

  await shell.send(described('1.2.0', { approve: { label } }, key))
  await reported(['mf-invoices:approve'])

  await shell.unpublish('mf-invoices')
  await reported([])

  await shell.send(described('2.0.0', { approve: { label } }, otherKey))
  await reported(['mf-invoices:approve'])
  const [second] = restAuth.reports.at(-1) ?? []
  expect(second?.key).not.toBe(first?.key)
})
