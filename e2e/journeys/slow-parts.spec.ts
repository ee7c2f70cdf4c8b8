import type { Locator, Page, Route } from '@playwright/test'
import { addMembers, createOrganization, organizationCall } from '../support/organizations.ts'
import { endSessionsIn } from '../support/sessions.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

/** A part of a page whose code is loaded when it is opened. */
interface Part {
  box: Locator
  open: () => Promise<unknown>
  content: Locator
}

test.use({ expectedComplaints: /responded with a status of 401/ }) // once the session has ended

test('shows content or a skeleton in whatever is opened before its code has arrived', async ({ page }) => {
  const { email } = await signUpByCall(page, 'Ada Lovelace')
  const { slug, organizationId } = await createOrganization(page, 'Harbour Lab')
  await addMembers(organizationId, 2)
  await organizationCall(page, '/invite-member', { email: `new.${email}`, role: 'member', organizationId })
  const line = await SlowLine.of(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const menu = page.locator(':popover-open')
  const dialog = page.getByRole('dialog')
  const dialogOf = (name: string) => page.getByRole('dialog', { name })

  const card = page.getByRole('region', { name: 'Organizations' })
  await line.check({
    box: card.first(),
    open: () => page.goto('/', { waitUntil: 'commit' }),
    content: card.getByText('Harbour Lab'),
  })
  await line.check({
    box: menu,
    open: () => button('Your account: Ada').click(),
    content: menu.getByText('Sign out'),
  })
  await line.check({
    box: menu,
    open: () => button('Organization:').click(),
    content: menu.getByText('All organizations'),
  })

  await page.goto(`/organizations/${slug}`)
  await expect(button('Search')).toBeVisible() // which takes the keys
  await line.check({
    box: dialogOf('Search'),
    open: () => page.keyboard.press('ControlOrMeta+k'),
    content: dialog.getByRole('option', { name: 'Sign out' }),
  })
  await line.check({
    box: dialogOf('Invite people'),
    open: () => button('Invite people').click(),
    content: dialog.getByRole('button', { name: 'Send invitations' }),
  })
  await line.check({
    box: dialogOf('Change role'),
    open: async () => {
      await button('Role of Person 0001:').click()
      await menu.getByRole('menuitemradio', { name: 'Owner' }).click()
    },
    content: dialog.getByRole('button', { name: 'Change role' }),
  })
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const several = page.getByRole('group', { name: 'Several members at once' })
  await line.check({
    box: dialogOf('Remove the selected members?'),
    open: () => several.getByRole('button', { name: 'Remove' }).click(),
    content: dialog.getByRole('button', { name: 'Remove' }),
  })
  const invitations = page.getByRole('tabpanel')
  await line.check({
    box: invitations,
    open: () => page.getByRole('tab', { name: 'Invitations' }).click(),
    content: invitations.getByText(`new.${email}`, { exact: true }),
  })

  await page.goto('/account/profile')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada King')
  await endSessionsIn(email, -1)
  await line.check({
    box: page.locator('#root'),
    open: () => button('Save changes').click(),
    content: dialogOf('Sign in to continue'),
  })
})

/** A connection on which the code of a part arrives after the part was opened. */
class SlowLine {
  readonly #page: Page
  readonly #held: Route[] = []
  #isSlow = false

  private constructor(page: Page) {
    this.#page = page
  }

  /** For the documents that the page opens from now on. */
  static async of(page: Page): Promise<SlowLine> {
    const line = new SlowLine(page)
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })) // preloads nothing
    await page.addInitScript(recordEmptyBoxes)
    await page.route(/\/assets\/(\d+|on-demand|dialogs)\.\w+\.js$/, (route) =>
      line.#isSlow ? void line.#held.push(route) : route.continue(),
    )
    return line
  }

  async check({ box, open, content }: Part): Promise<void> {
    const page = this.#page
    this.#isSlow = true
    await open()
    await expect(box.locator('.kit-waiting > i').filter({ visible: true }).first()).toBeVisible()
    // Soon, because the product gives a file up that makes no progress.
    this.#isSlow = false
    for (const route of this.#held.splice(0)) await route.continue()
    await expect(content).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'emptyBoxes')), 'in some frame').toEqual([])
    await page.keyboard.press('Escape')
  }
}

/** Looks at each frame for a box with at most a heading, or a field for a list that is not there. */
function recordEmptyBoxes(): void {
  const boxes = 'dialog[open], :popover-open, .kit-card, .kit-panel'
  const frame = 'h2, kbd, .shell-palette-field, .kit-close'
  const empty = new Set<string>()
  const byStyle = { visibilityProperty: true }
  const isDrawn = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement
    if (!element || element.closest(frame) || !element.checkVisibility(byStyle)) return false
    if (node instanceof Element) return node.matches('img, svg, input, .kit-waiting > i')
    return node.textContent?.trim() !== '' && element.clientWidth !== 1 // hidden for the eyes
  }
  const look = () => {
    for (const box of document.querySelectorAll(boxes)) {
      const nodes = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      let isEmpty = box.checkVisibility(byStyle)
      while (isEmpty && nodes.nextNode()) isEmpty = !isDrawn(nodes.currentNode)
      if (isEmpty) empty.add(box.outerHTML.slice(0, 500))
    }
    Object.assign(window, { emptyBoxes: [...empty] })
    requestAnimationFrame(look)
  }
  look()
}
