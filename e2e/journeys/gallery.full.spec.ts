import { drawn } from 'shell/sdk/examples'
import { installRemotes } from '../support/remotes.ts'
import { scan } from '../support/scan.ts'
import { expect, test } from '../support/test.ts'

test('draws every component of kit, with its cost, in both schemes', async ({ page }) => {
  await page.goto('/dev/kit')
  await expect(page.getByRole('heading', { name: 'Parts of kit' })).toBeVisible()
  await expect(page).toHaveURL(/\/sdk\/gallery$/)
  const examples = page.locator('[data-example]')
  const shown = await examples.evaluateAll((all) => all.map((each) => each.getAttribute('data-example')))
  expect(shown.toSorted()).toEqual(drawn.map(({ name }) => name).toSorted())
  const empty = await examples.evaluateAll((all) => all.filter((each) => each.childElementCount === 0).length)
  expect(empty).toBe(0)
  const costs = await page.getByText(/\d kB \(gzip\)/).allTextContents()
  expect(costs.length).toBe(new Set(drawn.map(({ module }) => module)).size)
  for (const cost of costs) expect(Number(/([\d.]+) kB/.exec(cost)?.[1]), cost).toBeGreaterThan(1)
  for (const scheme of ['Light', 'Dark']) {
    await page.getByText(scheme, { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme.toLowerCase())
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
    await page.locator('[data-example=Dialog]').getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status').getByText('Invoice deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await page.getByText('As the system', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Country' }).click()
  await expect(page.getByRole('listbox', { name: 'Country' }).getByRole('option')).toHaveCount(3)
  await scan(page, 'the gallery')
})

test('opens menus by the keyboard, and returns the focus', async ({ page }) => {
  await page.goto('/sdk/gallery')
  const button = page.getByRole('button', { name: 'Invoice 7: Actions' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  const menu = page.getByRole('menu', { name: 'Invoice 7:' })
  await expect(menu.getByRole('menuitem', { name: 'Print' })).toBeFocused()
  await page.keyboard.press('d')
  await expect(menu.getByRole('menuitem', { name: 'Delete…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('loads parts with their styles for the first remote that uses them', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await installRemotes(page, {
    'mf-plain': {},
    'mf-parts': {
      get: "const parts = await take('kit/parts')",
      routes: "[pageWith({ Component: () => h(parts.Switch, { label: 'Remind me' }) })]",
    },
  })
  await page.goto('/mf-plain')
  await expect(page.getByText('mf-plain in en')).toBeVisible()
  const before = files.length
  await page.goto('/mf-parts')
  await expect(page.getByRole('switch', { name: 'Remind me' })).toHaveCSS('width', '32px')
  expect(countStyles(files)).toBe(countStyles(files.slice(0, before)) + 1)
})

const countStyles = (files: string[]) => new Set(files.filter((file) => file.endsWith('.css'))).size
