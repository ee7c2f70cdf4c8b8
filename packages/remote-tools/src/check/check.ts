import type { VersionDocument } from 'contract/registry.ts'
import { checkBounds } from './bounds.ts'
import { checkClaims, checkNormalForm } from './claims.ts'
import { checkDocuments } from './documents.ts'
import type { Facts } from './facts.ts'
import type { Violation } from './violation.ts'
import { checkFiles, type Contents } from './files.ts'
import { checkHashes } from './hashes.ts'
import { checkFit, checkNewFields, checkShellRelease } from './fit.ts'

/** Runs no code of the version. Previews (not `isPublic`) have to meet fewer rules. */
export function checkLive(version: VersionDocument, isPublic: boolean, facts: Facts): Violation[] {
  const { name, description, uses } = version
  if (description === null) return isPublic ? checkShellRelease(version, facts) : []
  return [
    ...checkFit({ name, version: version.version, needs: description.needs, uses }, isPublic, facts),
    ...checkClaims(version, description, facts),
    ...checkDocuments(version, facts.schema),
  ]
}

export async function checkVersion(
  version: VersionDocument,
  contents: Contents,
  isPublic: boolean,
  facts: Facts,
): Promise<Violation[]> {
  const { description } = version
  return [
    ...checkLive(version, isPublic, facts),
    ...(description === null
      ? checkHashes(version, contents)
      : [
          ...checkNormalForm(version, description),
          ...checkNewFields(version, description),
          ...checkBounds(version, description, facts),
          ...(await checkFiles(version, contents, facts.budgets)),
        ]),
  ]
}
