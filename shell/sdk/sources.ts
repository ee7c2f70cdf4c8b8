import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { z } from 'zod'

export const root = resolve(import.meta.dirname, '../..')
export const kit = join(root, 'packages/kit')
export const tools = join(root, 'packages/remote-tools')

const texts = z.record(z.string(), z.string())
const manifestSchema = z.object({
  version: z.string(),
  engines: texts.optional(),
  exports: texts.default({}),
  dependencies: texts.default({}),
  devDependencies: texts.default({}),
})
export type Manifest = z.infer<typeof manifestSchema>

export function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

interface Specifier {
  name: string
  start: number
  end: number
}

function findSpecifiers(file: string, code: string): Specifier[] {
  const found: Specifier[] = []
  const add = (node: Node | null | undefined): void => {
    if (node?.type === 'Literal' && typeof node.value === 'string') {
      found.push({ name: node.value, start: node.start + 1, end: node.end - 1 })
    }
  }
  if (!/\.(tsx?|js)$/.test(file)) return []
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression({ source }) {
      add(source)
      // `../locales/${locale}.po`: only the text after the expression can be replaced.
      const end = source.type === 'TemplateLiteral' ? source.quasis.at(-1) : undefined
      if (end) found.push({ name: end.value.raw, start: end.start, end: end.end })
    },
    TSImportType: ({ source }) => add(source),
    NewExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && callee.name === 'URL') add(first)
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && callee.name === 'resolve') add(first)
    },
  }).visit(program)
  return found.toSorted((a, b) => a.start - b.start)
}

export function specifiersOf(file: string, code: string): string[] {
  return findSpecifiers(file, code).map(({ name }) => name)
}

export function replaceSpecifiers(file: string, code: string, replace: (name: string) => string): string {
  let replaced = ''
  let done = 0
  for (const { name, start, end } of findSpecifiers(file, code)) {
    replaced += code.slice(done, start) + replace(name)
    done = end
  }
  return replaced + code.slice(done)
}

/** Resolves a specifier to a file of this repository; null for libraries and missing files. */
export function findSource(file: string, name: string): string | null {
  const path = name.startsWith('.') ? resolve(dirname(file), name) : findExport(file, name)
  return path !== null && /\.(tsx?|graphql|json)$/.test(path) && existsSync(path) ? path : null
}

function findExport(file: string, name: string): string | null {
  try {
    const path = createRequire(file).resolve(name)
    return relative(root, path).includes('node_modules') ? null : path
  } catch {
    return null // types only, or not installed
  }
}

/** Without `kit/shell`, which remotes must not import. */
export const sdkExports = (): [entry: string, file: string][] =>
  [kit, tools].flatMap((folder) =>
    Object.entries(readManifest(folder).exports).flatMap(([entry, file]) =>
      entry === './shell' || file.startsWith('./src/testing/*')
        ? []
        : [[entry, join(folder, file)] satisfies [string, string]],
    ),
  )

export function findSources(): string[] {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const name of specifiersOf(file, readFileSync(file, 'utf8'))) {
      const source = findSource(file, name)
      if (source !== null) visit(source)
    }
  }
  const targets = sdkExports().flatMap(([, target]) => globSync(target))
  for (const target of targets) if (!/\.test\.tsx?$/.test(target)) visit(target)
  return [...found].toSorted()
}

/** Returns the path in the package: kit is at the root, other packages have a folder each. */
export function placeOf(file: string): string {
  return relative(file.startsWith(join(kit, '/')) ? kit : root, file).replace(/^packages\//, '')
}

export const ownerOf = (file: string): string =>
  existsSync(join(dirname(file), 'package.json')) ? dirname(file) : ownerOf(dirname(file))

export function installedVersion(folder: string, dependency: string): string {
  const file = join(folder, 'node_modules', dependency, 'package.json')
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
