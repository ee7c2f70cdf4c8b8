import type { VersionDocument } from 'contract/registry.ts'

/** docs/checks.md explains each code. */
export type ViolationCode =
  | 'BUDGET_EXCEEDED'
  | 'CSS_NOT_SCOPED'
  | 'DESCRIPTION_TOO_LARGE'
  | 'DOCUMENT_HASH'
  | 'DOCUMENT_INVALID'
  | 'EXPORT_MISSING'
  | 'EXPORTS_UNKNOWN'
  | 'FILE_CHANGED'
  | 'FIRST_PLACE'
  | 'HASH_MISSING'
  | 'MODULE_BUNDLED'
  | 'MODULE_INVALID'
  | 'NEEDS_INVALID'
  | 'NEEDS_UNMET'
  | 'REMOTE_DROPPED'
  | 'PAGE_INVALID'
  | 'PLACE_CLAIMED'
  | 'PLACE_EMPTY'
  | 'ROUTE_CLAIMED'
  | 'ROUTE_INVALID'
  | 'ROUTE_UNDECLARED'
  | 'SCREEN_FAILS'
  | 'TEXT_MISSING'

export interface Violation {
  code: ViolationCode
  remote: string
  version: string
  symbol: string
  message: string
}

export type Named = Pick<VersionDocument, 'name' | 'version'>

export function makeViolation(
  { name, version }: Named,
  code: ViolationCode,
  symbol: string,
  sentence: string,
): Violation {
  return { code, remote: name, version, symbol, message: `${name} ${version} ${sentence}` }
}
