// `npm run codegen`: updates committed generated files. With --check, fails if one was outdated.
import { globSync, statSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeDocuments } from 'remote-tools/build/documents'
import { writeGalleryExamples } from 'shell/sdk/examples'
import { mustRun } from './checks/run.ts'
import { findRemotes } from './product/find-remotes.ts'
import { writeSchemaChangelog } from './release/schema-changes.ts'

const root = resolve(import.meta.dirname, '..')
const generated = [
  'rest-auth/generated',
  'packages/contract/src/generated',
  'registry/generated',
  'gateway/src/schema/generated',
  'gateway/schema.graphql',
  'docs/graphql-changelog.md',
  ...findRemotes().map((name) => `${name}/src/generated`),
  ...['packages/kit', 'shell', 'rest-auth', ...findRemotes()].map((name) => `${name}/src/locales`),
  'shell/src/gallery/generated',
  'shell/src/on-demand-locales',
  'packages/kit/src/on-demand-locales',
]

const before = await readGenerated()
const openapi = join(root, 'rest-auth/generated/openapi.json')
const openapiTypes = join(root, 'packages/contract/src/generated/openapi.ts')
await mustRun('lingui', ['extract', '--clean']) // first: rest-auth does not start without its catalogues
await replace(openapi, await mustRun('node', ['rest-auth/src/openapi.ts']))
await replace(join(root, 'registry/generated/openapi.json'), await mustRun('node', ['registry/src/openapi.ts']))
await Promise.all([
  mustRun('openapi-typescript', [openapi]).then(async (text) => replace(openapiTypes, text + (await writeRefusals()))),
  mustRun('graphql-codegen', ['--config', 'codegen.ts']),
])
await Promise.all(findRemotes().map((name) => writeDocuments(join(root, name)))) // needs the new schema
await writeSchemaChangelog()
writeGalleryExamples()
const after = await readGenerated()
const changed = [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file))
for (const file of changed) console.log(`written: ${file}`)
if (process.argv.includes('--check') && changed.length > 0) {
  console.error('These generated files were outdated and are now updated. Review and commit them.')
  process.exit(1)
}

interface OpenapiDocument {
  paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
}

/** The codes of errors that each call declares, which the document has as text. */
async function writeRefusals(): Promise<string> {
  const { paths }: OpenapiDocument = JSON.parse(await readFile(openapi, 'utf8'))
  const lines = Object.entries(paths).map(([path, methods]) => {
    const responses = Object.values(methods).flatMap((call) => Object.entries(call.responses))
    const declared = responses.filter(([status]) => /^[45]\d\d$/.test(status))
    const codes = declared.flatMap(([, { description }]) => description.match(/\b[A-Z][A-Z\d_]+\b/g) ?? [])
    return `    "${path}": ${[...new Set(codes)].map((code) => `"${code}"`).join(' | ') || 'never'};\n`
  })
  return `/** The codes of errors that each call declares. */\nexport interface Refusals {\n${lines.join('')}}\n`
}

/** Atomic, because with --check the compiler reads the files at the same time. */
async function replace(file: string, content: string): Promise<void> {
  if (content === (await readFile(file, 'utf8').catch(() => undefined))) return
  await writeFile(`${file}.new`, content)
  await rename(`${file}.new`, file)
}

async function readGenerated(): Promise<Map<string, string>> {
  const files = globSync(
    generated.flatMap((path) => [path, `${path}/*`]),
    { cwd: root },
  ).filter((path) => statSync(join(root, path)).isFile())
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)),
  )
}
