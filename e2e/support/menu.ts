import { expect, type Page } from '@playwright/test'

/** Opens the menu of the header where the window is too narrow for what is in it, as it is after a scan. */
export async function openMenu(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu' })
  // What there is to go to may come after who one is.
  await expect(menu.or(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
}
