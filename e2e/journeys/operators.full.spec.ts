import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Refusals appear in the console as well.
test.use({ expectedComplaints: /status of 40[13]/ })

const admin = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['rest-auth/src/admin.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: process.env['PRODUCT_DATA'] },
  })

/** Calls the registry from the page, as a remote's code could. Returns the status. */
const callInPage = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([verb, url, payload]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`/registry${url}`, { method: verb, ...(payload && { headers, body: payload }) })
      return { status: response.status }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )

test('refuses registry calls from code in an operator’s page, but not from a program with the session', async ({
  page,
}) => {
  const { email } = await signUpByCall(page, 'Op')
  await page.goto('/account')
  expect(await callInPage(page, 'GET', '/tokens')).toMatchObject({ status: 401 })
  await admin('operator', 'add', '--email', email)
  const wanted = { name: 'mf-of-operators' }
  expect(await callInPage(page, 'GET', '/tokens')).toMatchObject({ status: 401 })
  expect(await callInPage(page, 'POST', '/tokens', wanted)).toMatchObject({ status: 401 })

  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'))
  const program = { 'content-type': 'application/json', authorization: `Bearer ${cookie?.value}` }
  const made = await fetch(`${process.env['PRODUCT_URL']}/registry/tokens`, {
    method: 'POST',
    headers: program,
    body: JSON.stringify(wanted),
  })
  const token = await made.json()
  expect(token).toMatchObject({ createdBy: email, rights: ['publish', 'promote', 'override'] })
  expect(await callInPage(page, 'DELETE', `/tokens/${token.id}`)).toMatchObject({ status: 401 })

  await admin('operator', 'remove', '--email', email)
  const over = await fetch(`${process.env['PRODUCT_URL']}/registry/tokens`, { headers: program })
  expect(over.status).toBe(401)
})
