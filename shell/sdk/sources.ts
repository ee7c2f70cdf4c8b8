import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

export const root = resolve(import.meta.dirname, '../..')
export const kit = join(root, 'kit')

const texts = z.record(z.string(), z.string())
const manifestSchema = z.object({
  version: z.string(),
  exports: texts.default({}),
  dependencies: texts.default({}),
  devDependencies: texts.default({}),
})
export type Manifest = z.infer<typeof manifestSchema>

export function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
}

/** What a text names: `import … from`, `export … from`, `import()`, in types too, and files by `new URL` and `resolve`. */
const specifier = /(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*|\bresolve\(\s*)(['"])([^'"\s]+)\2/g

export function specifiersOf(text: string): string[] {
  return [...text.matchAll(specifier)].map(([, , , name = '']) => name)
}

export function replaceSpecifiers(text: string, replace: (name: string) => string): string {
  return text.replaceAll(
    specifier,
    (_all, before: string, quote: string, name: string) => before + quote + replace(name) + quote,
  )
}

/** The file of this repository that a source means by a name; null when it means a library, or no file. */
export function findSource(file: string, name: string): string | null {
  const path = name.startsWith('.') ? resolve(dirname(file), name) : findExport(name)
  return path !== null && /\.(tsx?|graphql|json)$/.test(path) && existsSync(path) ? path : null
}

function findExport(name: string): string | null {
  const [owner = '', ...rest] = name.split('/')
  const folder = join(root, owner)
  if (!existsSync(join(folder, 'package.json'))) return null
  const target = readManifest(folder).exports[['.', ...rest].join('/')]
  return target === undefined ? null : join(folder, target)
}

/** All files that the exports of kit lead to, those of other packages of this repository too; paths are absolute. */
export function findSources(): string[] {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const name of specifiersOf(readFileSync(file, 'utf8'))) {
      const source = findSource(file, name)
      if (source !== null) visit(source)
    }
  }
  const targets = Object.values(readManifest(kit).exports).flatMap((target) => globSync(target, { cwd: kit }))
  for (const target of targets) if (!/\.test\.tsx?$/.test(target)) visit(join(kit, target))
  return [...found].toSorted()
}

/** Where a file is in the package: kit's own stand at its top, the others in a folder named as their package. */
export function placeOf(file: string): string {
  return relative(file.startsWith(join(kit, '/')) ? kit : root, file)
}

/** The exact version that is installed of what a folder of this repository depends on. */
export function installedVersion(folder: string, dependency: string): string {
  const file = join(folder, 'node_modules', dependency, 'package.json')
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version
}
