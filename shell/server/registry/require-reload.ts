import { addToLog } from './channels.sql.ts'
import { type Actor, changing, type RegistryContext } from './context.ts'
import { RegistryRefusal } from './refusal.ts'
import { findVersion, noteReloadRequired, type StoredVersion } from './versions.sql.ts'

/**
 * From now on no open page may go on with a version of `name` that was published before this one: it reloads as soon as nothing would be
 * lost by that, if it would then get another one. A second time it does nothing.
 * @throws RegistryRefusal VERSION_NOT_FOUND, VERSION_WITHDRAWN
 */
export function requireReload(
  ctx: RegistryContext,
  name: string,
  version: string,
  actor: Actor,
): Promise<StoredVersion> {
  return changing(ctx, name, actor, async (tx) => {
    const found = await findVersion(tx, name, version)
    if (!found) throw new RegistryRefusal('VERSION_NOT_FOUND', `There is no ${name} ${version}.`, { name, version })
    if (found.withdrawnAt)
      throw new RegistryRefusal('VERSION_WITHDRAWN', `${name} ${version} was withdrawn: pages leave it anyway.`)
    if (found.reloadRequiredAt) return found
    const reloadRequiredAt = tx.now()
    await noteReloadRequired(tx, name, version, reloadRequiredAt)
    await addToLog(tx, actor, { action: 'require-reload', name, to: version })
    return { ...found, reloadRequiredAt }
  })
}
