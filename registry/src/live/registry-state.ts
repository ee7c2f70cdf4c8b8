import { DatabaseUnavailable } from 'database/unavailable.ts'
import { integrityOf } from 'contract/integrity.ts'
import type { VersionDocument } from 'contract/registry.ts'
import { type LivePage, createLivePage } from './live-page.ts'
import type { LiveFile } from './live-remote.ts'
import { parseDocument } from '../publish/parse-document.ts'
import { hashOf, type RegistryFiles } from './registry-files.ts'
import { type NamedVersions, type Template, versionKey } from './state.ts'
import type { ChannelState, LiveChannel, SignedVersion } from './kept-state.ts'
import { verifyDocument } from '../version/verify-document.ts'

/** The live state. Each change makes a new object, so derived data can be cached per object. */
export interface RegistryState extends NamedVersions {
  readonly revision: number
  readonly shown: ChannelState
  /** The signed texts of `versions`, by the same keys. */
  readonly signed: ReadonlyMap<string, SignedVersion>
  readonly unpublished: ReadonlySet<string>
  readonly services: ReadonlyMap<string, string>
  readonly grants: Grants
  readonly page: LivePage
  readonly lockFile: LiveFile
}

export type Grants = ReadonlyMap<string, ReadonlySet<string>>

export type OnBroken = (key: string, message: string, details: object) => void

/**
 * Verifies all signatures. A channel whose version is broken keeps its previous state.
 * @throws DatabaseUnavailable if a page of the shell is not cached and the database is down
 */
export async function makeState(
  read: ChannelState,
  given: readonly SignedVersion[],
  before: RegistryState | null,
  { files, onBroken }: { files: RegistryFiles; onBroken: OnBroken },
): Promise<RegistryState> {
  const versions = new Map<string, VersionDocument>()
  const signed = new Map<string, SignedVersion>()
  const templates = new Map<string, Template>()
  const add = async (version: SignedVersion): Promise<void> => {
    const key = versionKey(version.name, version.version)
    const document = before?.versions.get(key) ?? parseVerified(version)
    if (document.name === 'shell') templates.set(document.version, await readTemplate(document, files))
    versions.set(key, document)
    signed.set(key, version)
  }
  for (const version of given)
    await add(version).catch((err: unknown) => {
      if (err instanceof DatabaseUnavailable) throw err
      const { name: remote, version: number } = version
      onBroken(versionKey(remote, number), 'broken version skipped', { err, remote, version: number })
    })
  const { revision, unpublished } = read
  const channels: LiveChannel[] = []
  for (const channel of read.channels) {
    const isShown = keysOf(channel).every((key) => versions.has(key))
    const shown = isShown ? channel : before?.channels.find((each) => isSame(each, channel))
    if (!shown || keysOf(shown).some((key) => unpublished.includes(key))) continue
    channels.push(shown)
    for (const key of neededKeysOf(shown)) {
      const version = before?.signed.get(key)
      if (version && !versions.has(key)) await add(version)
    }
  }
  const named = { channels, versions, templates }
  const page = createLivePage(named)
  const integrity = integrityOf(Buffer.from(page.lock))
  // base64url fits into the router's limit for a path segment.
  const lockFile = { integrity, url: `/lock/${hashOf(integrity, 'base64url')}.json` }
  const services = new Map(Object.entries(read.services))
  const grants = new Map(Object.entries(read.grants).map(([name, uses]) => [name, new Set(uses)]))
  return {
    ...named,
    signed,
    unpublished: new Set(unpublished),
    shown: { ...read, channels },
    revision,
    services,
    grants,
    page,
    lockFile,
  }
}

const fileTag =
  /<link\b[^>]*href="\/(assets\/[^"]+\.css)"[^>]*rel="stylesheet"[^>]*>|<script\b[^>]*src="\/assets\/[^>]*><\/script>/g

export async function readTemplate(
  document: VersionDocument,
  files: RegistryFiles,
  page: string = document.entry,
): Promise<Template> {
  const template = await files.read(document, page)
  const tags = [...template.matchAll(fileTag)]
  const styles = await Promise.all(tags.flatMap(([, path]) => (path ? [files.read(document, path)] : [])))
  return {
    template,
    bare: template.replaceAll(fileTag, ''),
    fileTags: tags.map(([tag]) => tag).join(''),
    css: styles.join('\n'),
  }
}

const keysOf = ({ name, version, canary }: LiveChannel): string[] =>
  [version, canary].flatMap((each) => (each === null ? [] : versionKey(name, each)))

export const neededKeysOf = (channel: LiveChannel): string[] => {
  const { name, before } = channel
  const isShown = channel.channel === 'stable' && name !== 'shell' && before !== null
  return [...keysOf(channel), ...(isShown ? [versionKey(name, before)] : [])]
}

const isSame = (one: LiveChannel, other: LiveChannel): boolean =>
  one.name === other.name && one.channel === other.channel

export function parseVerified({ name, version, signed, signature, publicKey }: SignedVersion): VersionDocument {
  if (!verifyDocument(signed, signature, publicKey))
    throw new Error(`The signature of ${name} ${version} does not match its key.`)
  const document = parseDocument(signed)
  if (document.name !== name || document.version !== version)
    throw new Error(`The document of ${name} ${version} belongs to ${document.name} ${document.version}.`)
  return document
}
