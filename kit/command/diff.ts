import { z } from 'zod'
import { namesOf } from '../src/places/entries-of.ts'
import { type VersionDocument, versionDocument } from '../src/registry.ts'
import type { Command } from './command.ts'
import { Fault } from './fault.ts'
import { pathOf } from './move.ts'
import { connect, type RegistryClient } from './registry-client.ts'

/** What is only in the one or in the other. */
interface Change {
  added: string[]
  removed: string[]
}

export const diffCommand: Command = {
  usage: 'diff NAME A B',
  summary: 'What changes from one version to another: routes, exports, texts, bytes.',
  options: [],
  details:
    'Bytes are those that a visitor of A loads for the first page with B, in English, as they are sent (brotli).',
  async run(call) {
    const [name = '', a = '', b = ''] = call.names
    const client = await connect(call)
    const [from, to] = await call.stage(`Comparing ${a} and ${b}`, () =>
      Promise.all([a, b].map(async (version) => readVersion(client, name, version))),
    )
    if (!from || !to) throw new Error('two versions were asked for')
    const changes = {
      routes: compare(routesOf(from.document), routesOf(to.document)),
      exports: compare(usesOf(from.document), usesOf(to.document)),
      needs: compare(needsOf(from.document), needsOf(to.document)),
      texts: compare(from.texts, to.texts),
    }
    const bytes = await sizeOf(client, from.document, to.document)
    const lines = Object.entries(changes).flatMap(([what, { added, removed }]) => [
      ...removed.map((each) => `- ${what}: ${each}`),
      ...added.map((each) => `+ ${what}: ${each}`),
    ])
    return {
      json: { name, from: a, to: b, ...changes, bytes },
      text: [...lines, `${bytes} bytes are loaded anew by who has visited ${name} ${a}.`].join('\n'),
    }
  },
}

async function readVersion(client: RegistryClient, name: string, version: string) {
  const { document: text } = await client.get(
    `${pathOf(name)}/versions/${encodeURIComponent(version)}`,
    z.object({ document: z.string() }),
  )
  const document = versionDocument.parse(JSON.parse(text))
  const { readCatalogue } = await import('../check/files.ts')
  const path = document.catalogues['en']
  const catalogue = path === undefined ? null : await readFile(client.origin + urlOf(document, path))
  return { document, texts: Object.values((catalogue && readCatalogue(catalogue)) ?? {}).map(plain) }
}

async function readFile(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok)
    throw new Fault(
      'NO_FILE',
      `${url} answers ${response.status}: the files of this version may be removed ("remote prune").`,
    )
  return Buffer.from(await response.arrayBuffer())
}

const urlOf = ({ name, version }: VersionDocument, path: string): string =>
  name === 'shell' ? `/${path}` : `/remotes/${name}/${version}/${path}`

const compare = (before: string[], after: string[]): Change => ({
  added: after.filter((each) => !before.includes(each)),
  removed: before.filter((each) => !after.includes(each)),
})

const routesOf = ({ description }: VersionDocument): string[] => [
  ...(description?.routes ?? []).map(
    ({ path, access, roles = [], permission = [] }) => `${path} (${[access, ...roles, permission].flat().join(', ')})`,
  ),
  ...namesOf(description ?? {}),
]

const usesOf = ({ uses }: VersionDocument): string[] =>
  Object.entries(uses).flatMap(([module, names]) => names.map((each) => `${each} of ${module}`))

const needsOf = ({ description }: VersionDocument): string[] =>
  Object.entries(description?.needs ?? {}).map(([what, range]) => `${what} ${range}`)

/** A compiled message as a line for people: `{count}` for what is put in. */
function plain(message: unknown): string {
  if (!Array.isArray(message)) return String(message)
  return message.map((part: unknown) => (Array.isArray(part) ? `{${String(part[0])}}` : String(part))).join('')
}

/** Files of the first page of `to` whose addresses a visitor of `from` does not know; those of remotes have the version in them. */
async function sizeOf({ origin }: RegistryClient, from: VersionDocument, to: VersionDocument): Promise<number> {
  const known = new Set(Object.keys(from.files).map((path) => urlOf(from, path)))
  const first = new Set([to.entry, ...to.scripts, ...to.styles, to.catalogues['en']].flatMap((path) => path ?? []))
  const urls = [...first].map((path) => [path, urlOf(to, path)] as const).filter(([, url]) => !known.has(url))
  const sizes = await Promise.all(
    urls.map(async ([path, url]) => {
      const { ok, headers } = await fetch(origin + url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      return (ok && Number(headers.get('content-length'))) || (to.files[path]?.bytes ?? 0)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
