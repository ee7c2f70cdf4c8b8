import type { VersionDocument } from 'contract/registry.ts'
import { checkClaims } from './claims.ts'
import { checkDocuments } from './documents.ts'
import type { Facts } from './facts.ts'
import type { Fault } from './fault.ts'
import { checkFiles, type Contents } from './files.ts'
import { checkHashes } from './hashes.ts'
import { checkFit, checkShellRelease } from './fit.ts'

/**
 * Whether a version fits what is live; asked when it is published, and again whenever a channel is to show it. `isPublic`: on `stable`,
 * to all browsers or to some; what is shown as a preview needs less. Pure, and runs nothing of the version.
 */
export function checkLive(version: VersionDocument, isPublic: boolean, facts: Facts): Fault[] {
  const { name, description, uses } = version
  if (description === null) return isPublic ? checkShellRelease(version, facts) : []
  return [
    ...checkFit({ name, version: version.version, needs: description.needs, uses }, isPublic, facts),
    ...checkClaims(version, description, facts),
    ...(facts.schema === null ? [] : checkDocuments(version, facts.schema)),
  ]
}

/** All that can be told of a version without running anything of it; `contents` are all of its files. */
export async function checkVersion(
  version: VersionDocument,
  contents: Contents,
  isPublic: boolean,
  facts: Facts,
): Promise<Fault[]> {
  const faults = checkLive(version, isPublic, facts)
  const isShell = version.description === null
  return [...faults, ...(isShell ? checkHashes(version, contents) : await checkFiles(version, contents, facts.budgets))]
}
