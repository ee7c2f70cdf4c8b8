// @vitest-environment node
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { languages } from 'contract/languages.ts'
import { expect, test, vi } from 'vitest'
import type { DevBuild } from './dev-builds.ts'

const root = resolve(import.meta.dirname, '../../../..')

test(
  'lists the hashes of all files that a page loads, also for chunks with a hot update',
  { timeout: 60_000 },
  async () => {
    await mkdir(join(root, '.cache'), { recursive: true })
    const parent = await mkdtemp(join(root, '.cache', 'dev-builds-'))
    const folder = join(parent, 'mf-followed')
    const output = join(parent, 'output')
    const write = (path: string, content: string) => writeFile(join(folder, path), content)
    await mkdir(join(folder, 'src/locales'), { recursive: true })
    await symlink(join(root, 'mf-account/node_modules'), join(folder, 'node_modules'))
    await write('package.json', '{ "name": "mf-followed", "version": "1.0.0", "type": "module" }')
    await write('remote.json', '{ "name": "mf-followed", "routes": [], "navigation": [], "needs": {} }')
    await write('tsconfig.json', '{}')
    await write(
      'rspack.config.ts',
      "import { remoteConfig } from 'remote-tools/build/remote-config'\nexport default remoteConfig(import.meta.dirname)",
    )
    for (const locale of languages)
      await write(`src/locales/${locale}.po`, `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n`)
    await write(
      'src/remote.tsx',
      `export const screens = [() => import('./one.tsx'), () => import('./two.tsx')]
export const loadMessages = (locale: string) => import(/* webpackChunkName: "locale-[request]" */ \`./locales/\${locale}.po\`)`,
    )
    const save = (text: string) =>
      Promise.all(
        ['one', 'two'].flatMap((name) => [
          write(`src/${name}.css`, `.${text} { color: red }`),
          write(`src/${name}.tsx`, `import './${name}.css'\nexport const Screen = () => <p>${text} ${name}</p>`),
        ]),
      )
    await save('first')

    const env = { ...process.env, NODE_ENV: 'development', REMOTE_DEV: '1' }
    const builds = fork(
      join(import.meta.dirname, 'dev-builds.ts'),
      [folder, join(folder, 'rspack.config.ts'), output],
      { cwd: folder, env },
    )
    const seen: DevBuild[] = []
    builds.on('message', (build: DevBuild) => seen.push(build))
    const next = () => vi.waitUntil(() => seen.shift())
    const read = (path: string) => readFile(join(output, path))
    for (const text of ['second', 'third', 'fourth']) {
      const { error, paths } = await next()
      expect(error).toBeNull()
      const scripts = paths.filter((path) => path.endsWith('.js'))
      const entry = scripts.find((path) => path.includes('remoteEntry')) ?? ''
      const named = String(await read(entry))
      const updates = scripts.filter((path) => path.includes('.hot-update.'))
      const styles = paths.filter((path) => path.endsWith('.css'))
      const loaded = [...styles, ...scripts.filter((path) => path !== entry && !updates.includes(path))]
      expect(loaded.length).toBeGreaterThan(4)
      const update = String(await read(updates.find((path) => path.includes('mf_followed')) ?? entry))
      for (const path of loaded) {
        const hash = createHash('sha384')
          .update(await read(path))
          .digest('base64')
        expect(named, path).toContain(hash)
        expect(update, `an open page that loads ${path} later`).toContain(hash)
      }
      await save(text)
    }
    await next()
    // Editors empty a file before they write it; a busy machine may pause in between.
    await write('src/two.tsx', '')
    await setTimeout(100)
    await write('src/two.tsx', 'export const Screen = () => <p>whole two</p>')
    for (let isBuilt = false; !isBuilt;) {
      const { paths } = await next()
      expect(paths.filter((path) => /\bremote\..*hot-update/.test(path))).toEqual([])
      const scripts = await Promise.all(paths.filter((path) => path.endsWith('.js')).map(read))
      isBuilt = scripts.some((script) => script.includes('whole two'))
    }
    // A new text is in the catalogues after the save, and pages do not have to load them again.
    const saveText = async (text: string) => {
      await write(
        'src/one.tsx',
        `import { Trans } from '@lingui/react/macro'\nexport const Screen = () => <p><Trans>${text}</Trans></p>`,
      )
      const untranslated = expect.stringContaining(`msgid "${text}"\nmsgstr ""`)
      await vi.waitFor(
        async () => expect(await readFile(join(folder, 'src/locales/de.po'), 'utf8')).toEqual(untranslated),
        {
          timeout: 30_000,
        },
      )
      return cataloguesOf(await next())
    }
    const cataloguesOf = ({ paths }: DevBuild) => paths.filter((path) => /locale-.*\.js$/.test(path)).toSorted()
    const catalogues = await saveText('An old text')
    expect(catalogues.length).toBe(8)
    expect(await saveText('A new text')).toEqual(catalogues)
    await write('src/one.tsx', 'export const Screen = (')
    let build = await next()
    for (; build.error === null; build = await next()) expect(cataloguesOf(build)).toEqual(catalogues)
    expect(build.error).toContain('src/one.tsx')
    builds.kill()
    await once(builds, 'exit')
    await rm(parent, { recursive: true })
  },
)
