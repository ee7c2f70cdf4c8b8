// @vitest-environment node
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { examples, stageNames } from './examples.ts'
import { kit, root } from './sources.ts'

test('has examples that compile', { timeout: 120_000 }, async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'examples-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const modules = Map.groupBy(examples, ({ module }) => module)
  const imports = [...modules].map(([module, each]) => {
    const names = new Set(each.map(({ name, isType }) => (isType ? `type ${name}` : name)))
    return `import { ${[...names].join(', ')} } from '${module}'\n`
  })
  const functions = examples.map(({ name, code }, index) =>
    code.startsWith('<')
      ? `export const example_${name}_${index} = () => ${code}`
      : `export async function example_${name}_${index}() {\n  ${code}\n}`,
  )
  const page = `import { msg } from '@lingui/core/macro'
import type { Stage } from '../../shell/src/gallery/use-stage.ts'
${imports.join('')}
declare const stage: Stage
const { ${stageNames().join(', ')} } = stage
declare const [text, name]: [string, string]
declare const entry: PlaceEntry
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
  const tsc = join(kit, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((failure) => failure)
  expect(stdout).toBe('')
})
