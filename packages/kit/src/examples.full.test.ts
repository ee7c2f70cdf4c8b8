// @vitest-environment node
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const files = ['index.ts', 'events.ts', 'router/index.ts']
const sources = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))

const pattern = / @example (.*?)\s*\*\/\s*(?:export (?:type )?(?:function|interface|\{) )?(?:type )?(?:\w+ as )?(\w+)/g
const examples = new Map(
  sources.flatMap((text) => [...text.matchAll(pattern)].map(([, code = '', name = '']) => [name, code] as const)),
)
const isType = (name: string) => sources.some((text) => new RegExp(`\\b(type|interface) ${name}\\b[,\\s]`).test(text))

test('has an example for every export', () => {
  const exported = sources.flatMap((text) =>
    [
      ...text
        .replaceAll(/\/\*\*.*?\*\//gs, '')
        .matchAll(/^export (?:type )?(?:\{([^}]*)\}|(?:function|interface|const) (\w+))/gm),
    ].flatMap(([, list, name]) =>
      name === undefined
        ? (list ?? '').split(',').map(
            (each) =>
              each
                .trim()
                .split(/ as |\s/)
                .at(-1) ?? '',
          )
        : [name],
    ),
  )
  const missing = exported.filter((name) => name !== '' && !examples.has(name))
  expect(exported.length).toBeGreaterThan(80)
  expect(missing).toEqual([])
})

test('has examples that compile', { timeout: 120_000 }, async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'examples-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const names = [...examples.keys()].map((name) => (isType(name) ? `type ${name}` : name))
  const functions = [...examples].map(([name, code]) =>
    code.startsWith('<')
      ? `export const example_${name} = () => ${code}`
      : `export async function example_${name}() {\n  ${code}\n}`,
  )
  const page = `import { msg } from '@lingui/core/macro'
import { ${names.join(', ')} } from '${join(import.meta.dirname, 'index.ts')}'
declare const [text, name]: [string, string]
declare const isOpen: boolean
declare const form: ReturnType<typeof useForm<'email' | 'number' | 'password'>>
declare const user: User
declare const entry: PlaceEntry
declare const [close, reload]: (() => void)[]
declare const save: (value: string | null) => Promise<{ code: string } | null>
declare const loadChart: () => Promise<() => null>
${functions.join('\n')}
`
  await symlink(join(root, 'examples/mf-invoices/node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'examples.tsx'), page)
  const compilerOptions = {
    noEmit: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    noUncheckedIndexedAccess: false,
    verbatimModuleSyntax: false,
  }
  const config = {
    extends: '../../tsconfig.browser.json',
    compilerOptions,
    include: ['examples.tsx', '../../packages/kit/src/source.d.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((failure) => failure)
  expect(stdout).toBe('')
})
