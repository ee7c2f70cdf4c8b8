// Builds, checks and draws npm packages at their newest versions, and writes docs/libraries.md.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import { rspack } from '@rspack/core'
import { readFacts } from 'registry/channel/fit.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { signVersion } from 'registry/testing/make-version.ts'
import { type Build, describeBuild } from 'remote-tools/build/version-document'
import { loadConfig } from 'remote-tools/command/build'
import { inspectBuild } from 'remote-tools/check/inspect-build'
import { launchBrowser } from '../support/launch-browser.ts'
import { startProduct } from '../support/product.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { openRegistry, untilPage } from '../support/remotes.ts'
import { libraries, type Library } from './screens.ts'

const root = resolve(import.meta.dirname, '../..')
const packages = join(root, '.cache/libraries')
const wanted = process.argv.slice(2)
const chosen = Object.entries(libraries).filter(([name]) => wanted.length === 0 || wanted.includes(name))

const guide = join(root, 'docs/libraries.md')
const guideText = await readFile(guide, 'utf8')
const [, configFile = '', , styles = ''] = /```js\n(.*?)```(.*?)```css\n(.*?)```/s.exec(guideText) ?? []
const recipe = {
  'rspack.config.ts': configFile.replace('kit/build/', 'remote-tools/build/'),
  'src/tailwind.css': styles,
}

const isVerbose = Boolean(process.env['VERBOSE'])
const shorten = (note: string, name: string): string =>
  note
    .replace(`The screen at /${name} `, '')
    .replace(/, which the Content.*preview\./, '.')
    .replace(/assets\/\S+, which is loaded on demand, has (.*) of gzip\..*/, '$1')
    .replaceAll(' (src/screen.tsx)', '')
    .replace(/ at https?:.*/, '')
    .slice(0, 150)

async function build(name: string, { code }: Library): Promise<Build> {
  const { folder, remove } = await makeRemoteFolder(name)
  try {
    await symlink(join(packages, 'node_modules'), join(folder, '../node_modules'))
    const own = { 'src/screen.module.css': '.red { color: rgb(255, 0, 0) }', 'src/screen.tsx': code }
    for (const [path, content] of Object.entries({ ...recipe, ...own })) await writeFile(join(folder, path), content)
    const config = await loadConfig(join(folder, 'rspack.config.ts'))
    const errors = await new Promise<string>((done, reject) =>
      rspack(config).run((error, stats) =>
        error ? reject(error) : done(stats?.hasErrors() ? stats.toString('errors-only') : ''),
      ),
    )
    if (errors !== '') throw new Error(errors)
    return await describeBuild(folder, name)
  } finally {
    await remove()
  }
}

/** Publishes without the registry's checks, to see what a refused package does. */
async function publish(name: string, { document, files }: Build): Promise<void> {
  const { ctx, end } = await openRegistry()
  const contents = [...files].map(([integrity, content]) => [integrity, content.toString('base64')] as const)
  const version = { ...signVersion(JSON.stringify(document)), files: Object.fromEntries(contents), channel: 'stable' }
  await publishVersion(ctx, version, { who: 'libraries' })
  await end()
  await untilPage(name, 200)
}

/** Resolves with "" if the screen is drawn, styled and has no errors. */
async function draw(browser: Browser, name: string, { shows, styled }: Library): Promise<string> {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy/.test(text))
      problems.push(`CSP refuses ${text.includes('img-src') ? 'images' : 'styles'}`)
    else if (message.type() === 'error' && text.includes(`${name}@`) && !text.includes('on purpose'))
      problems.push(text.replace(/^\S+ failed /, '').split(/\n|\. | https?:/)[0] ?? '')
  })
  await page.goto(`${process.env['PRODUCT_URL']}/${name}`)
  const seen = page.locator(shows).first()
  const isDrawn = await seen.waitFor({ state: 'attached', timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  if (!isDrawn) problems.push('not drawn')
  if (isDrawn && styled) {
    const [selector, property, value] = styled
    const look = await page
      .locator(selector)
      .first()
      .evaluate((element, key) => getComputedStyle(element).getPropertyValue(key), property, { timeout: 5000 })
    if (look !== value) problems.push(`${property} is ${look}, not ${value}`)
  }
  if (process.env['SHOTS']) await page.screenshot({ path: join(process.env['SHOTS'], `${name}.png`) })
  await page.close()
  return [...new Set(isDrawn && problems.length > 0 ? ['drawn', ...problems] : problems)].join('; ')
}

const installed = [...new Set(chosen.flatMap(([, library]) => library.packages))]
await mkdir(packages, { recursive: true })
if (!existsSync(join(packages, 'package.json'))) await writeFile(join(packages, 'package.json'), '{ "private": true }')
const install = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--ignore-scripts']
await promisify(execFile)(
  'npm',
  [...install, '@tailwindcss/webpack@latest', ...installed.map((each) => `${each}@latest`)],
  {
    cwd: packages,
  },
)
const versionOf = async (each: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(packages, 'node_modules', each, 'package.json'), 'utf8'))
  return `${each} ${version}`
}

const product = await startProduct()
process.env['PRODUCT_URL'] = product.address
process.env['PRODUCT_DATA'] = product.dataDir
const browser = await launchBrowser()
const { ctx, end } = await openRegistry()
const rows: string[] = []
try {
  const facts = await readFacts(ctx, { reservedPaths: [], schema: null, refresh: async () => {} })
  for (const [index, [title, library]] of chosen.entries()) {
    const name = `mf-library-${index}`
    const versions = await Promise.all(library.packages.map(versionOf))
    let verdict = ''
    let shown = ''
    try {
      const made = await build(name, library)
      const { violations, failing, notes } = await inspectBuild(made, true, facts)
      verdict = [
        ...violations.map(({ code, symbol, message }) => `refused: ${isVerbose ? message : `\`${code}\` ${symbol}`}`),
        ...[...failing, ...notes].map((note) => `note: ${isVerbose ? note : shorten(note, name)}`),
      ].join('; ')
      await publish(name, made)
      shown = await draw(browser, name, library)
    } catch (error) {
      shown = `not built: ${String(error).slice(0, 300)}`
    }
    if (verdict === '' && shown !== '') process.exitCode = 1
    const row = `| ${[title, versions.join(', '), verdict || 'passes', shown || 'works'].join(' | ').replaceAll('\n', ' ')} |`
    process.stdout.write(`${row}\n`)
    rows.push(row)
  }
} finally {
  await end()
  await browser.close()
  await product.stop()
}
// A run for some packages replaces only their rows.
const [, head = '', table = ''] = /^(.*\n\|---.*?\n)(.*)$/s.exec(guideText) ?? []
const known = table.split('\n').filter((row) => row.startsWith('| ') && wanted.length > 0)
const keyOf = (row: string): string => row.split(' | ')[0] ?? ''
const merged = new Map([...known, ...rows].map((row) => [keyOf(row), row]))
await writeFile(guide, `${head}${[...merged.values()].join('\n')}\n`)
await rm(join(packages, 'node_modules/.cache'), { recursive: true, force: true })
