import type { Named } from 'remote-tools/check/violation'
import { addToLog } from '../log/log.sql.ts'
import { runChange, type Actor, type RegistryContext } from '../context.ts'
import {
  deleteFilesOfUnpublished,
  deleteOldChannels,
  deleteOldLockFiles,
  deleteOldVersions,
  deleteUnnamedFiles,
  listPrunable,
} from './prune.sql.ts'

const day = 24 * 60 * 60_000
const maxPageAge = 30 * day
/** A file is stored shortly before a version or version lock names it. */
const minFileAge = day / 24
const batchSize = 200

/** Removes what no channel, rollback, preview or open page needs. Version numbers stay taken. */
export async function prune(ctx: RegistryContext, actor: Actor) {
  const cutoff = new Date(ctx.now().getTime() - maxPageAge)
  const pruned: Named[] = []
  for (const name of await listPrunable(ctx, cutoff)) {
    const gone = await runChange(ctx, name, actor, async (tx) => {
      for (const { channel, version } of await deleteOldChannels(tx, name, cutoff))
        await addToLog(tx, actor, { action: 'prune', name, channel, from: version })
      const versions = await deleteOldVersions(tx, name, cutoff)
      for (const { version } of versions) await addToLog(tx, actor, { action: 'prune', name, from: version })
      await deleteFilesOfUnpublished(tx, name, cutoff)
      return versions
    })
    pruned.push(...gone)
  }
  await deleteOldLockFiles(ctx, cutoff)
  const unnamed = { cutoff: new Date(ctx.now().getTime() - minFileAge), limit: batchSize }
  let [files, bytes] = [0, 0]
  for (let last = batchSize; last === batchSize;) {
    const gone = await ctx.database.begin((db) => deleteUnnamedFiles({ ...ctx, db }, unnamed))
    files += gone.files
    bytes += gone.bytes
    last = gone.files
  }
  return { versions: pruned, files, bytes }
}
