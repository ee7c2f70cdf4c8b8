import { publishRemote } from '../support/remotes.ts'
import { expect, test } from '../support/test.ts'

test('@interactions responds to keys and clicks on a one-line page', async ({ page }) => {
  const { name, unpublish } = await publishRemote('mf-nothing')
  await page.goto(`/${name}`)
  const line = page.getByText(`This is ${name}`)
  await expect(line).toBeVisible()
  for (let turn = 0; turn < 40; turn += 1) {
    await line.click()
    await page.keyboard.press('a')
  }
  await unpublish()
})
