import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createOrganization, organizationCall } from '../support/organizations.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

async function startReceiver() {
  const received: { headers: IncomingMessage['headers']; body: string }[] = []
  const receiver = { received, status: 204, url: '', close: () => void server.close() }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    response.writeHead(receiver.status).end()
  }
  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${Object(server.address()).port}/hook`
  return receiver
}

test('sends a signed test event and what changes, and delivers again', async ({ page }) => {
  const receiver = await startReceiver()
  await signUpByCall(page, 'Olga Owner')
  const { slug } = await createOrganization(page, 'Harbour Lab')
  await page.goto(`/organizations/${slug}/webhooks`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
  await dialog.getByRole('checkbox', { name: /All events/ }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Team created' }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: receiver.url }).click()
  await expect(page.getByText('No deliveries yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send test event' }).click()
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
  await expect(deliveries).toHaveText([/^Test event.*Status 204.*Delivered$/])
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)

  receiver.status = 500
  await organizationCall(page, '/create-team', { name: 'Eights' })
  await expect(async () => {
    await page.reload()
    await expect(deliveries.first()).toHaveText(/^Team created.*Status 500.*Pending$/, { timeout: 2000 })
  }).toPass()
  await expect(page.getByText('Failing')).toBeVisible()
  receiver.status = 204
  await deliveries.first().getByRole('button', { name: 'Team created' }).click()
  await expect(dialog.getByLabel('Body of the request')).toContainText('"event": "team.created"')
  await dialog.getByRole('button', { name: 'Redeliver' }).click()
  await expect(dialog.getByText('Delivered')).toBeVisible()
  const [, first, second] = receiver.received
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  receiver.close()
})
