import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Build, describeBuild } from 'remote-tools/build/version-document'
import { withContentVersion } from 'remote-tools/check/content-version'
import { formatMinute, describeChannel } from 'remote-tools/command/format'
import { CommandError } from 'remote-tools/command/command-error'
import { publishBuild } from 'remote-tools/command/publish'
import type { RegistryClient } from 'remote-tools/command/command'
import { parseKey } from 'remote-tools/command/sign'
import { keptSecret } from 'service/kept-secret.ts'
import { type Channel, channel as channelSchema, logEntry, releases as releasesSchema } from 'contract/responses.ts'

export interface Release {
  readonly name: string
  readonly version: string
  /** `left`: someone else moved the channel. `refused`: it failed the checks. */
  readonly outcome: 'published' | 'live' | 'left' | 'refused'
  readonly text: string
}

interface Installation {
  readonly client: RegistryClient
  readonly key: KeyObject
  readonly memory: Awaited<ReturnType<typeof openMemory>>
  /** Whether it may replace what another machine has published. */
  readonly takesOver?: boolean
  readonly why: string
}

type Outcome = Pick<Release, 'outcome' | 'text'> & { readonly own?: Channel }

const remotes = z.object({ remotes: z.array(releasesSchema) })
const signed = z.object({ document: z.string() })
const log = z.object({ entries: z.array(logEntry) })

/**
 * Publishes new builds, and builds that changed since this data folder published them, unless
 * someone else has moved the channel: it reverts no rollback or unpublish, and no foreign release
 * unless it `takesOver`.
 * @param builds the folder in which `NAME/dist` is the build of NAME
 * @param isTrial if only developers use the product: remotes may disappear for a moment, because an
 *   export of kit cannot be removed together with its uses in any order
 * @throws CommandError if the registry does not respond
 */
export async function release(
  names: Iterable<string>,
  {
    checkout,
    builds,
    dataDir,
    isTrial,
    ...registry
  }: { checkout: string; builds: string; dataDir: string; isTrial: boolean } & Omit<Installation, 'key' | 'memory'>,
): Promise<Release[]> {
  const installation = { ...registry, key: installationKey(dataDir), memory: await openMemory(dataDir) }
  const releases = new Map<string, Release>()
  const releaseAll = async (all: readonly string[]): Promise<readonly string[]> => {
    const refused: string[] = []
    for (const name of all) {
      const build = await describeBuild(join(checkout, name), name, join(builds, name, 'dist'))
      const document = withContentVersion(build.document)
      const { own, ...outcome } = await releaseBuild(installation, { ...build, document })
      if (own) await installation.memory.note(name, own)
      releases.set(name, { name, version: document.version, ...outcome })
      if (outcome.outcome === 'refused') refused.push(name)
    }
    // Rejected versions may fit after the others are published.
    return refused.length > 0 && refused.length < all.length ? releaseAll(refused) : refused
  }
  const refused = await releaseAll([...names])
  if (isTrial && refused.includes('shell') && refused.length > 1) {
    for (const name of refused) if (name !== 'shell') await takeOff(installation, name)
    await releaseAll(refused)
  }
  return [...releases.values()]
}

async function takeOff(to: Installation, name: string): Promise<void> {
  const before = await stableOf(to, name)
  if (!before || !to.memory.isOwn(name, before)) return
  await to.client.send('POST', `/registry/remotes/${name}/unpublish`, { why: to.why }, z.unknown())
  const after = await stableOf(to, name)
  if (after) await to.memory.note(name, after)
}

async function releaseBuild(to: Installation, build: Build): Promise<Outcome> {
  const { name, version } = build.document
  const before = await stableOf(to, name)
  if (before && (await shows(to, before, build))) {
    const text = `${name} is unchanged: ${describeChannel(before)}`
    return { outcome: 'live', text, ...(before.canary === null && { own: before }) }
  }
  try {
    // In any case, so that anyone can promote it later.
    await publishBuild(to.client, build, to.key, { why: to.why })
    if (before && !(await mayReplace(to, name, before))) return await leave(to, build, before)
    const move = { version, expect: before?.revision ?? 0, why: to.why }
    const path = `/registry/remotes/${name}/channels/stable`
    const own = await to.client.send('PUT', path, move, channelSchema)
    const text = `${name} ${version} is published, ${before ? `after ${before.version}` : 'its first version'}`
    return { outcome: 'published', text, own }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const now = await stableOf(to, name)
    if (now && (await shows(to, now, build)))
      return { outcome: 'live', text: `${name} ${version} was just published by another process`, own: now }
    if (now && !(await mayReplace(to, name, now))) return leave(to, build, now)
    if (!/^(CHECK_FAILED|VERSION_EXISTS)$/.test(error.code)) throw error
    return { outcome: 'refused', text: error.message }
  }
}

async function leave(
  { client }: Installation,
  { document: { name, version } }: Build,
  channel: Channel,
): Promise<Outcome> {
  const reason = describeMove(channel, await lastMoveOf(client, name))
  const text = `${name}: ${reason}; not changed. To show this build: npm run remote -- promote ${name} ${version}`
  return { outcome: 'left', text }
}

async function mayReplace({ client, memory, takesOver }: Installation, name: string, now: Channel): Promise<boolean> {
  if (memory.isOwn(name, now)) return true
  return takesOver === true && now.canary === null && (await lastMoveOf(client, name))?.action === 'move'
}

async function lastMoveOf(client: RegistryClient, name: string): Promise<z.infer<typeof logEntry> | undefined> {
  const { entries } = await client.get(`/registry/log?name=${name}&limit=50`, log)
  return entries.find((entry) => entry.channel === 'stable')
}

async function stableOf({ client }: Installation, name: string): Promise<Channel | undefined> {
  const response = await client.get('/registry/remotes', remotes)
  const remote = response.remotes.find((each) => each.name === name)
  return remote?.channels.find(({ channel }) => channel === 'stable')
}

/** Whether the channel has the same content, under any version. */
async function shows({ client }: Installation, { version }: Channel, { document }: Build): Promise<boolean> {
  if (version === null) return false
  if (version === document.version) return true
  const path = `/registry/remotes/${document.name}/versions/${encodeURIComponent(version)}`
  const live: unknown = JSON.parse((await client.get(path, signed)).document)
  return JSON.stringify({ ...Object(live), version }) === JSON.stringify({ ...document, version })
}

function describeMove(channel: Channel, last: z.infer<typeof logEntry> | undefined): string {
  const by = `by ${channel.movedBy}, ${formatMinute(channel.movedAt)}`
  if (channel.version === null) return `unpublished ${by}`
  return last?.action === 'rollback'
    ? `rolled back from ${last.from} to ${channel.version} ${by}`
    : `it is on ${describeChannel(channel)}, moved ${by}`
}

const memoryForm = z.record(z.string(), channelSchema.pick({ version: true, revision: true }))

// The state of `stable` by name, after this data folder moved it or found its own build there.
async function openMemory(dataDir: string) {
  const file = join(dataDir, 'published.json')
  const known = existsSync(file) ? memoryForm.parse(JSON.parse(await readFile(file, 'utf8'))) : {}
  const isOwn = (name: string, { version, revision }: Channel): boolean =>
    known[name]?.revision === revision && known[name].version === version
  return {
    isOwn,
    async note(name: string, channel: Channel): Promise<void> {
      if (isOwn(name, channel)) return
      const { version, revision } = channel
      known[name] = { version, revision }
      // Atomic, even if this process is killed.
      await writeFile(`${file}.next`, JSON.stringify(known), { mode: 0o600 })
      await rename(`${file}.next`, file)
    },
  }
}

function installationKey(dataDir: string): KeyObject {
  const file = join(dataDir, 'release-key.pem')
  return parseKey(keptSecret(file, makeKey), file)
}

const makeKey = (): string => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
