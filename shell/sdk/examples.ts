import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kit, root } from './sources.ts'

/** Files with the docstrings of exports, by the module that teams import. */
export const sources = {
  kit: ['index.ts', 'events.ts', 'router/index.ts'],
  'kit/parts': ['parts/index.ts'],
  'kit/select': ['parts/select.tsx'],
}

interface Example {
  module: string
  name: string
  code: string
  isType: boolean
}

const docstring =
  /\/\*\*((?:(?!\*\/)[^])*@example(?:(?!\*\/)[^])*)\*\/\s*(?:export (?:type )?(?:function|interface|\{) )?(type )?(?:\w+ as )?(\w+)/g

export const kitSources = Object.entries(sources).flatMap(([module, files]) =>
  files.map((file) => ({ module, text: readFileSync(join(kit, 'src', file), 'utf8') })),
)

/** Each `@example` is one line; one per state of a component. */
export const examples: readonly Example[] = kitSources.flatMap(({ module, text }) =>
  [...text.matchAll(docstring)].flatMap(([, comment = '', , name = '']) => {
    const isType = new RegExp(`\\b(type|interface) ${name}\\b[,\\s]|export type \\{[^}]*\\b${name}\\b[^}]*\\}`).test(
      text.replaceAll(/\/\*[^]*?\*\//g, ''),
    )
    const codes = [...comment.matchAll(/@example (.*)/g)].map(([, code = '']) => code.trim())
    return codes.map((code) => ({ module, name, code, isType }))
  }),
)

/** The variables that examples may use. */
export function stageNames(): string[] {
  const stage = readFileSync(join(root, 'shell/src/gallery/use-stage.ts'), 'utf8')
  return (/return \{ (.*) \}\n/.exec(stage)?.[1] ?? '').split(', ')
}

/** They draw only what they are given. */
export const withoutLook = new Set(['I18nProvider', 'Navigate', 'Outlet', 'Place', 'Trans'])

export const drawn = examples.filter(({ name, code }) => code.startsWith('<') && !withoutLook.has(name))

/** Writes the examples as components for the gallery, which shows and draws the same code. */
export function writeGalleryExamples(): void {
  const given = stageNames()
  const imports = Object.keys(sources).map((module) => {
    const code = drawn.map((example) => example.code).join('\n')
    const names = examples.flatMap((each) => (each.module === module && !each.isType ? each.name : []))
    const used = [...new Set(names)].filter((name) => new RegExp(`[<{(=: ]${name}\\b`).test(code))
    return `import { ${used.toSorted().join(', ')} } from '${module}'\n`
  })
  const entries = drawn.map(({ module, name, code }) => {
    const used = given.filter((each) => new RegExp(`(?<![\\w'"]|[^.]\\.)${each}\\b(?!=)`).test(code))
    const draw = `({ ${used.join(', ')} }: Stage) => ${code}`
    return `  { module: '${module}', name: '${name}', code: ${JSON.stringify(code)}, draw: ${draw.replace('({  }: Stage)', '()')} },\n`
  })
  const text = `// By \`npm run codegen\`, from the docstrings of kit.
${imports.join('')}import type { Stage } from '../use-stage.ts'

export const examples = [
${entries.join('')}]
`
  writeFileSync(join(root, 'shell/src/gallery/generated/examples.tsx'), text)
}
