import { hasRow } from 'database/sql.ts'
import { isNamedByContent } from 'remote-tools/check/content-version'
import type { PublishRequest } from 'contract/registry.ts'
import { addToLog } from '../log/log.sql.ts'
import { checkChangeRate, moveWithin, refuseUnpublished } from '../channel/channels.ts'
import { type Actor, runChange, type RegistryContext } from '../context.ts'
import { refuseInvalid, refuseUnfit } from '../channel/fit.ts'
import { compressFiles } from './compress-queue.ts'
import { parseDocument } from './parse-document.ts'
import { holdFiles } from './prune.ts'
import { refuseOlder } from '../channel/refuse-older.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { checkSignature } from '../version/verify-document.ts'
import { findVersion, insertVersion, insertVersionFile, measureRemote } from '../version/versions.sql.ts'
import { findMissing, insertFile } from '../version/files.sql.ts'
import { checkFiles, decodeFiles, filesOf, mapsOf } from './published-files.ts'

/**
 * Stores a version and moves the requested channel to it in one transaction.
 * @throws RegistryRefusal INVALID_VERSION, INVALID_KEY, INVALID_SIGNATURE, FILES_MISSING,
 *   VERSION_EXISTS, VERSION_OLDER, VERSION_UNPUBLISHED, CHECK_FAILED, LIMIT_REACHED
 */
export async function publishVersion(ctx: RegistryContext, request: PublishRequest, actor: Actor) {
  const document = parseDocument(request.document)
  const { name, version } = document
  const { document: signed, signature, publicKey, failing = [], evenIfScreensFail, keep } = request
  checkSignature(request)
  const sent = decodeFiles(document, request.files)
  const findSame = async (tx: RegistryContext): Promise<boolean> => {
    const known = await findVersion(tx, name, version)
    if (known) {
      refuseUnpublished(known)
      if (known.signed !== signed) throw versionExists(name, version, 'was already published with different content')
    } else if (!isNamedByContent(signed)) {
      const isPruned = await hasRow(
        tx.db.read`select 1 from "pruned" where "name" = ${name} and "version" = ${version}`,
      )
      if (isPruned) throw versionExists(name, version, 'was published before and removed')
    }
    return known !== null
  }
  // Publishing the same version again succeeds even if it no longer fits.
  const isKnown = await findSame(ctx)
  const missing = new Set(isKnown ? [] : await findMissing(ctx, filesOf(document)))
  const fresh = sent.filter(({ integrity }) => missing.has(integrity))
  if (!isKnown) {
    // All checks come before compression, which is slow; most are repeated in the transaction.
    await checkChangeRate(ctx, name, actor)
    await checkFiles(ctx, document, sent)
    await checkQuota(ctx, name, { versions: 1, bytes: fresh.reduce((sum, { content }) => sum + content.length, 0) })
    await refuseInvalid(ctx, document, sent, request.channel === 'stable')
  }
  // Outside of the transaction, because it would hold its locks meanwhile.
  const files = await compressFiles(ctx, document, fresh)
  const why = { ...actor, why: actor.why ?? request.why }
  const change = async (tx: RegistryContext) => {
    const isSame = await findSame(tx)
    if (!isSame) {
      await checkChangeRate(tx, name, actor)
      await holdFiles(tx)
      for (const file of files) await insertFile(tx, file)
      // A prune may have removed files since `missing` was read.
      const gone = new Set(await findMissing(tx, filesOf(document)))
      const again = sent.filter(({ integrity }) => gone.has(integrity))
      for (const file of await compressFiles(tx, document, again)) await insertFile(tx, file)
      await checkFiles(tx, document)
      if (request.channel === undefined) await refuseUnfit(tx, signed, false)
      const maps = mapsOf(document, request.maps)
      await insertVersion(tx, document, { signed, signature, publicKey, failing, publishedBy: actor.who })
      for (const { path, integrity, content } of maps) {
        await insertFile(tx, { integrity, content, brotli: null, gzip: null })
        await insertVersionFile(tx, document, path, integrity)
      }
      await checkQuota(tx, name)
      await addToLog(tx, why, { action: 'publish', name, to: version })
    }
    if (request.channel !== undefined && why.why === undefined) await refuseOlder(tx, document, request.channel)
    const move = { version, percent: 100, evenIfScreensFail, keep }
    const channel = request.channel === undefined ? null : await moveWithin(tx, name, request.channel, move, why)
    return { name, version, isNew: !isSame, channel }
  }
  return runChange(ctx, name, actor, change, publicKey)
}

/** For one remote, so that no token can fill the disk. */
const quota = { versions: 1000, bytes: 1_000_000_000 }

/** Includes builds of previews. `added` is not stored yet. */
export async function checkQuota(tx: RegistryContext, name: string, added = { versions: 0, bytes: 0 }): Promise<void> {
  const stored = await measureRemote(tx, name)
  const versions = stored.versions + added.versions
  const bytes = stored.bytes + added.bytes
  if (versions <= quota.versions && bytes <= quota.bytes) return
  throw new RegistryRefusal(
    'LIMIT_REACHED',
    `${name} would have ${versions} versions with ${Math.ceil(bytes / 1_000_000)} MB of files. The maximum is ${quota.versions} ` +
      `with ${quota.bytes / 1_000_000} MB. An operator can remove old versions: npm run remote -- prune`,
    { versions, bytes },
  )
}

const versionExists = (name: string, version: string, how: string): RegistryRefusal =>
  new RegistryRefusal(
    'VERSION_EXISTS',
    `${name} ${version} ${how}. A version never changes: publish this content under a new version number.`,
  )
