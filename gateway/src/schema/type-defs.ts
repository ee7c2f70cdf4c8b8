import { readdirSync, readFileSync } from 'node:fs'
import { Kind, parse, type DocumentNode } from 'graphql'
import type { UserErrorCode } from '../generated/resolvers.ts'

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.graphql')).toSorted() // prettier-ignore

/** All `.graphql` files of this folder as one document. */
export const typeDefs: DocumentNode = parse(
  files.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).join('\n'),
)

const userErrorCodes = new Set(
  typeDefs.definitions.flatMap((definition) =>
    definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === 'UserErrorCode'
      ? (definition.values ?? []).map((value) => value.name.value)
      : [],
  ),
)

/** Whether rest-auth's code is one that payloads tell: a refusal that a person can act on. */
export function isUserErrorCode(code: string): code is UserErrorCode {
  return userErrorCodes.has(code)
}
