import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { PublishRequest } from 'contract/registry.ts'
import type { Build } from '../build/version-document.ts'
import { readSourceMaps } from '../build/source-maps.ts'
import { facts } from '../check/facts.ts'
import { buildRemote } from './build.ts'
import { checkBuild, findUngranted, linesOf } from './check.ts'
import { type Call, type Command, readChannel, type RegistryClient } from './command.ts'
import { CommandError } from './command-error.ts'
import { raise } from './registry-client.ts'
import { findFolder, type RemoteFolder } from './remote-folder.ts'
import { encodeFiles, publicKeyOf, readKey, signDocument } from './sign.ts'

const missingSchema = z.object({ missing: z.array(z.string()) })
const publishedSchema = z.object({ isNew: z.boolean() })

export const publishCommand: Command = {
  usage: 'publish [NAME]',
  summary: 'Builds, checks and signs the remote, and publishes it to a channel.',
  options: ['channel', 'version', 'why', 'no-build', 'even-if-screens-fail', 'keep'],
  details:
    'The version is taken from package.json. Publishing a version again needs the same content. Open pages keep their version.\n' +
    '--channel stable also needs the right "promote", and --even-if-screens-fail if a screen throws or does not finish.',
  async run(call, client) {
    const { options, environment, stage } = call
    const channel = readChannel(options.channel)
    const remote = await findFolder(call, call.names[0])
    const key = await readKey(remote.folder, environment).catch((error: unknown) => {
      throw new CommandError('NO_KEY', error instanceof Error ? error.message : String(error))
    })
    const live = await checkAhead(call, client, remote, { channel, publicKey: publicKeyOf(key) })
    const build = await buildRemote(call, remote)
    const { name, version } = build.document
    // The registry only compares the content of a version that exists.
    const findings = live.published
      ? { failing: [], notes: [], ungranted: findUngranted(build.document, live), untranslated: {} }
      : await checkBuild(call, client.origin, remote, build, live, publicKeyOf(key))
    const { maps, omitted } = live.published
      ? { maps: {}, omitted: [] }
      : await readSourceMaps(remote.folder, build.document)
    if (omitted.length > 0) findings.notes.push(describeOmitted(omitted))
    const failing = findings.failing.slice(0, 100).map((text) => text.slice(0, 1000))
    const evenIfScreensFail = options['even-if-screens-fail']
    const request = { channel, why: options.why, failing, evenIfScreensFail, maps, keep: options.keep }
    const { isNew, sent } = await stage(`Publishing ${name} ${version}`, () =>
      publishBuild(client, build, key, request),
    )
    const what = isNew ? `is published (${sent} new files)` : 'was already published with this content'
    return {
      json: { name, version, channel, isNew, sent, ...findings },
      text: [`${name} ${version} ${what}. It is on ${channel}: ${client.origin}`, ...linesOf(name, findings)].join(
        '\n',
      ),
    }
  },
}

const describeOmitted = (paths: string[]): string =>
  `The source maps of ${paths.join(', ')} are too large to be sent, so failures there have no source lines.`

const liveFacts = facts.extend({ published: z.boolean().optional() })
const versioned = z.object({ version: z.string() })

/** Lets the registry reject token, key and version before the build, which takes long. */
async function checkAhead(
  { options }: Call,
  client: RegistryClient,
  { name, folder }: RemoteFolder,
  publication: { channel: string; publicKey: string },
) {
  const version =
    options.version ?? versioned.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).version
  // A reason permits going back.
  const order = options.why === undefined && { order: 'forwards' }
  const query = new URLSearchParams({ name, version, ...publication, ...order })
  const live = await client.get(`/registry/facts?${query}`, liveFacts)
  if (live.published)
    process.stderr.write(`${name} ${version} is already published, so only its content is accepted. ${raise}\n`)
  return live
}

/** Sends only files that the registry does not have. Moves `channel` in the same transaction. */
export async function publishBuild(
  client: RegistryClient,
  { document, files }: Build,
  key: KeyObject,
  more: Partial<Pick<PublishRequest, 'channel' | 'why' | 'failing' | 'evenIfScreensFail' | 'maps' | 'keep'>>,
): Promise<{ isNew: boolean; sent: number }> {
  const signed = signDocument(JSON.stringify(document), key)
  const send = async () => {
    const hashes = [...files.keys()]
    const { missing } = await client.send('POST', '/registry/missing-files', { hashes }, missingSchema)
    const contents = encodeFiles(files, missing)
    const request = { ...signed, files: contents, ...more }
    const { isNew } = await client.send('POST', '/registry/versions', request, publishedSchema)
    return { isNew, sent: Object.keys(contents).length }
  }
  return send().catch((error: unknown) => {
    // A prune may have removed files in between.
    if (error instanceof CommandError && error.code === 'FILES_MISSING') return send()
    throw error
  })
}
