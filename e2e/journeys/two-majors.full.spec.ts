import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildTwoMajors } from '../two-majors/build.ts'

test('runs remotes for kit 1 and kit 2 side by side, on the same session', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'two-majors-'))
  const html = await buildTwoMajors(folder)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const asked: string[] = []
  await page.route('http://two-majors.test/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html })
    const [, name = '', ...path] = pathname.split('/')
    const body = await readFile(join(folder, name, 'dist', ...path)).catch(() => null)
    return body ? route.fulfill({ contentType: 'text/javascript', body }) : route.fulfill({ status: 404 })
  })

  await page.goto('http://two-majors.test/')
  for (const name of ['mf-one', 'mf-two']) {
    await page.getByRole('region', { name }).getByRole('button').click()
  }
  await expect(page.getByRole('region', { name: 'shell' })).toHaveText('visits: 2')
  await expect(page.getByRole('button', { name: '2' })).toHaveCount(2)
  await expect(page.getByText('clients: 1')).toBeVisible()
  expect(complaints).toEqual([])

  const { uses } = JSON.parse(await readFile(join(folder, 'shell/dist/build.json'), 'utf8'))
  expect(uses).toMatchObject({
    kit: ['Card', 'useVisits', 'visit'],
    'kit/graphql': ['client'],
    'kit@1.5.0': ['Panel', 'useVisits', 'visit'],
    'kit/graphql@1.5.0': ['client'],
  })
  await rm(folder, { recursive: true })
})
