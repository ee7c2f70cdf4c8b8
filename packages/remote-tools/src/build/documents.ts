import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { gqlPluckFromCodeString } from '@graphql-tools/graphql-tag-pluck'
import { buildSchema, parse } from 'graphql'

const { resolve } = createRequire(import.meta.url)
const folderOf = (folder: string): string => join(folder, 'src/generated/')

/** Returns the changed files. @throws if a document is invalid */
export async function writeDocuments(folder: string): Promise<string[]> {
  const documents = await findDocuments(folder)
  if (documents.length === 0) return []
  const schemaText = await readFile(resolve('gateway/schema.graphql'), 'utf8')
  const schemaAst = buildSchema(schemaText)
  // With `documentMode` "documentNode", persisted documents would be empty.
  const config = {
    useTypeImports: true,
    enumsAsTypes: true,
    emitLegacyCommonJSImports: false,
    importExtension: '.ts',
    scalars: { ID: 'string', DateTime: 'string', JSONObject: 'Record<string, unknown>' },
  }
  const files = await preset.buildGeneratesSection({
    baseOutputDir: folderOf(folder),
    schema: parse(schemaText),
    schemaAst,
    documents,
    config,
    pluginMap: {},
    plugins: [],
    presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
  })
  await mkdir(folderOf(folder), { recursive: true })
  const written = await Promise.all(
    files.map(async (options) => {
      // Pages send texts. Hashes are only needed in `persisted-documents.json`.
      const content = (await codegen(options)).replaceAll(/"__meta__":\{[^}]*\},/g, '')
      const known = await readFile(options.filename, 'utf8').catch(() => undefined)
      if (content === known) return []
      await writeFile(options.filename, content)
      return relative(folder, options.filename)
    }),
  )
  return written.flat()
}

async function findDocuments(folder: string) {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: folder, exclude: ['src/generated/**'] })
  const found = await Promise.all(
    files.toSorted().map(async (file) => {
      const location = join(folder, file)
      const code = await readFile(location, 'utf8')
      if (!code.includes('graphql')) return []
      const texts = await gqlPluckFromCodeString(location, code, { skipIndent: true })
      return texts.map(({ body }) => ({ location, document: parse(body), rawSDL: body }))
    }),
  )
  return found.flat()
}
