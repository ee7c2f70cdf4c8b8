import type { VersionDocument } from 'contract/registry.ts'
import { findChannel } from './channels.ts'
import type { RegistryContext } from '../context.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findVersion } from '../version/versions.sql.ts'

/**
 * Keeps a slower pipeline from replacing what a faster one has published since. Builds of one
 * number, such as `1.2.0-pr.7`, are in the order of their publication.
 * @throws RegistryRefusal VERSION_OLDER
 */
export async function refuseOlder(
  tx: RegistryContext,
  { name, version }: Pick<VersionDocument, 'name' | 'version'>,
  channel: string,
): Promise<void> {
  const { version: live } = await findChannel(tx, name, channel)
  if (live === null || live === version) return
  const order = numbersOf(version).localeCompare(numbersOf(live), 'en', { numeric: true })
  const [own, shown] = [await findVersion(tx, name, version), await findVersion(tx, name, live)]
  const isLater = !own || !shown || own.publishedAt >= shown.publishedAt
  if (order > 0 || (order === 0 && isLater)) return
  const how = order < 0 ? 'is lower than' : 'was published before'
  throw new RegistryRefusal(
    'VERSION_OLDER',
    `${name} ${version} ${how} ${live}, which ${channel} has. Nothing was changed. Publish a higher version. ` +
      'To go back, use "rollback" or "promote", or give a reason with --why.',
    { version, live },
  )
}

/** `1.2.0` of `1.2.0-pr.7`. */
const numbersOf = (version: string): string => version.replace(/-.*/s, '')
