import { diff, type Change } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isComparisonPaused } from './last-release.ts'
import { readSnapshot, takeSchema } from './snapshot.ts'

const file = resolve(import.meta.dirname, '../../docs/graphql-changelog.md')
const head = `# What changed in the GraphQL schema

Each release compared with the one before it, as \`npm run codegen\` finds it. [CHANGELOG.md](../CHANGELOG.md) has the reasons.
`

/** Updates docs/graphql-changelog.md with the changes since the last release. */
export async function writeSchemaChangelog(heading = 'Unreleased'): Promise<string> {
  await writeFile(file, await schemaChangelog(await readFile(file, 'utf8'), heading))
  return file
}

export async function schemaChangelog(text: string, heading = 'Unreleased'): Promise<string> {
  const [, ...sections] = text.split(/^(?=## )/m)
  const released = sections.filter((section) => !section.startsWith('## Unreleased'))
  const lines = isComparisonPaused ? [] : await describeChanges(readSnapshot().graphql, takeSchema())
  if (lines.length === 0 && heading === 'Unreleased') return [head, ...released].join('\n')
  const first = isComparisonPaused ? 'The first one.\n' : 'The same.\n'
  return [head, `## ${heading}\n\n${lines.map((line) => `- ${line}\n`).join('') || first}`, ...released].join('\n')
}

const isDescription = ({ type }: Change): boolean => type.includes('DESCRIPTION')
const isBreaking = ({ criticality }: Change): boolean => criticality.level === 'BREAKING'

/** Breaking changes first, changed descriptions last. */
export async function describeChanges(before: string, after: string): Promise<string[]> {
  const changes = await diff(parse(before), parse(after))
  const told = changes.filter((change) => !isDescription(change))
  const paths = new Set(told.map(({ path }) => path))
  const described = changes.filter((change) => isDescription(change) && !paths.has(change.path))
  return [
    ...told.filter(isBreaking).map(({ message }) => `**Breaking**: ${message}`),
    ...told.filter((change) => !isBreaking(change)).map(({ message }) => message),
    ...described.map(({ path }) => `\`${path}\` has a new description`),
  ]
}

// Ignores line breaks in descriptions.
const parse = (sdl: string) => buildSchema(sdl.replaceAll(/\s+/g, ' '))
