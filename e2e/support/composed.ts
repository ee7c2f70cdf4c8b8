import type { Page } from '@playwright/test'
import { integrityOf } from '../../kit/build/integrity.ts'
import type { RemoteDescription } from '../../kit/src/remote-description.ts'
import type { LockedRemote, PageLock } from '../../shell/src/federation/lock.ts'
import { containerScript } from './hand-made-remote.ts'

/**
 * A hand-made remote with a page at `/<name>` for users, as its `remote.json` would describe it; `inPlaces`: the source of what its module
 * has for places.
 */
export type Described = Pick<LockedRemote, 'name'> & Partial<RemoteDescription> & { inPlaces?: string }

const scriptOf = ({ name, inPlaces }: Described) =>
  containerScript(name, `return 'This is ${name}'`, `/${name}`, inPlaces)

/**
 * Lets the documents that a page opens from now on have further remotes in their lock, as if they had been published; nobody else sees any
 * of it. Resolves with the names of those that were asked for, in order.
 */
export async function composeWith(page: Page, remotes: Described[]): Promise<string[]> {
  const asked: string[] = []
  const scripts = new Map(remotes.map((remote) => [remote.name, scriptOf(remote)]))
  const locked = remotes.map(({ name, ...description }): LockedRemote => ({
    name,
    version: '1.0.0',
    entry: `/remotes/${name}/1.0.0/assets/entry.js`,
    integrity: integrityOf(Buffer.from(scripts.get(name) ?? '')),
    routes: [{ path: `/${name}`, access: 'user' }],
    navigation: [],
    needs: {},
    ...description,
  }))
  await page.route(/\/remotes\/[\w-]+\/1\.0\.0\/assets\/entry\.js/, (route, request) => {
    const name = new URL(request.url()).pathname.split('/')[2] ?? ''
    const script = scripts.get(name)
    if (script === undefined) return route.fallback()
    asked.push(name)
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.route(/\/[^.]*$/, async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = await response.text()
    const place = /(<script id="lock"[^>]*>)(.*?)(<\/script>)/s
    const lock: PageLock = JSON.parse(place.exec(html)?.[2] ?? '')
    const text = JSON.stringify({ ...lock, remotes: [...lock.remotes, ...locked] }).replaceAll('<', '\\u003c')
    return route.fulfill({
      response,
      status: 200,
      body: html.replace(place, (_, start, __, end) => `${start}${text}${end}`),
    })
  })
  return asked
}

const words = [
  'Invoices',
  'Reports',
  'Time tracking',
  'Expense claims',
  'Warehouse',
  'Contracts',
  'Calendar',
  'Support requests',
]
const german = [
  'Rechnungen',
  'Berichte',
  'Arbeitszeiterfassung',
  'Reisekostenabrechnungen',
  'Lager',
  'Verträge',
  'Kalender',
  'Supportanfragen',
]
const ukrainian = [
  'Рахунки',
  'Звіти',
  'Облік робочого часу',
  'Звіти про витрати',
  'Склад',
  'Договори',
  'Календар',
  'Звернення до підтримки',
]
const groups = [
  { en: 'Money', de: 'Finanzen', uk: 'Фінанси' },
  { en: 'People and culture', de: 'Personalentwicklung', uk: 'Люди та культура' },
  { en: 'Operations', de: 'Betriebsabläufe', uk: 'Операційна діяльність' },
]

/** As many remotes as are asked for, with an entry of the menu each: a third of them without a group. */
export const manyRemotes = (count: number): Described[] =>
  Array.from({ length: count }, (_, index) => {
    const text = (names: string[]) => `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}`
    const group = groups[index % 4]
    const label = { en: text(words), de: text(german), uk: text(ukrainian) }
    const name = `mf-area-${index}`
    return { name, navigation: [{ to: `/${name}`, label, order: 30 + index, ...(group && { group }) }] }
  })
