import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import kit from 'kit/package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const files = globSync(['**', '.*'], { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
const documents = files.filter((file) => file.endsWith('.md'))

// Exists only in a data folder or in the remotes that guides create.
const elsewhere = /^(channels\.json|mf-manifest\.json|mf-invoices\/.*|service\/entries\.ts)$/
const exists = (name: string): boolean =>
  elsewhere.test(name) || files.some((file) => file === name || file.endsWith(`/${name}`))

test('documents name only files and folders that exist', () => {
  const missing = documents.flatMap((document) => {
    const text = read(document)
    const named = text.matchAll(/`([\w@-][\w@./-]*(?:\.(?:tsx?|mjs|json|sql|graphql|css|html|po|md|txt)|\/))`/g)
    const linked = text.matchAll(/\]\((?!https?:)([^)#]+)/g)
    const names = [
      ...[...named].map(([, name = '']) => name),
      ...[...linked].map(([, to = '']) => join(document, '..', to)),
    ]
    return names.filter((name) => !exists(name.replace(/\/$/, ''))).map((name) => `${document}: ${name}`)
  })
  expect(documents.length).toBeGreaterThan(35)
  expect(missing).toEqual([])
})

test('documents name the current version of kit', () => {
  const packages = documents.flatMap((document) => read(document).match(/\/sdk\/kit-\d[^"\s]*\.tgz/g) ?? [])
  expect(packages.length).toBeGreaterThan(2)
  expect(new Set(packages)).toEqual(new Set([`/sdk/kit-${kit.version}.tgz`]))
})

/** As GitHub makes them of headings. */
const anchorsOf = (document: string): string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('links lead to headings that exist', () => {
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([\w./-]*)#([^)]+)\)/g)].map(([, to = '', anchor = '']) => {
      const target = to === '' ? document : join(document, '..', to)
      return { link: `${document}: ${to}#${anchor}`, exists: anchorsOf(target).includes(anchor) }
    }),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((one) => !one.exists).map(({ link }) => link)).toEqual([])
})

test('the index of decisions has every record, with its title', () => {
  const index = read('docs/decisions/README.md')
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: root })
  const entries = records.map((file) => {
    const [, number, title] = /^# (\d{3}) (.+)$/m.exec(read(file)) ?? []
    return `- [${number}](${file.split('/').at(-1)}) ${title}\n`
  })
  expect(records.length).toBeGreaterThan(25)
  expect(entries.filter((entry) => !index.includes(entry))).toEqual([])
})

test('keeps decision records to four parts and 235 words, not counting tables', () => {
  const violations = globSync('docs/decisions/[0-9]*.md', { cwd: root }).flatMap((file) => {
    const text = read(file).replaceAll(/^\|.*$/gm, '')
    const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length
    const parts = ['Context', 'Decision', 'Consequences', 'Rejected'].filter((part) => !text.includes(`\n**${part}`))
    return words > 235 || parts.length > 0 ? [`${file}: ${words} words, without ${parts.join()}`] : []
  })
  expect(violations).toEqual([])
})
