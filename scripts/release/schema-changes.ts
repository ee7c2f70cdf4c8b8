import { diff, type Change } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'
import { readSnapshot, releasedVersions, takeSchema } from './snapshot.ts'

const head = `# What changed in the GraphQL schema

Each release against the one before it, as \`npm run codegen\` finds it by their schemas in [releases](releases). When each came, and why,
stands in [CHANGELOG.md](../CHANGELOG.md).
`

/** The text of docs/graphql-changelog.md, the newest release first; what no release has yet stands above them. */
export async function schemaChangelog(): Promise<string> {
  const released = releasedVersions().map((version) => ({ version, schema: readSnapshot(version).graphql }))
  const versions = [...released, { version: 'Unreleased', schema: takeSchema() }]
  const sections = await Promise.all(
    versions.map(async ({ version, schema }, index) => {
      const before = versions[index - 1]
      if (!before) return `## ${version}\n\nThe first one.\n`
      const changes = await describeChanges(before.schema, schema)
      if (version === 'Unreleased' && changes.length === 0) return null
      return `## ${version}\n\n${changes.map((change) => `- ${change}\n`).join('') || 'The same.\n'}`
    }),
  )
  return [head, ...sections.filter((section) => section !== null).toReversed()].join('\n')
}

const isDescription = ({ type }: Change): boolean => type.includes('DESCRIPTION')
const isBreaking = ({ criticality }: Change): boolean => criticality.level === 'BREAKING'

/** A sentence for each change from one schema to another: first what breaks clients, last what is only described anew. */
export async function describeChanges(before: string, after: string): Promise<string[]> {
  const changes = await diff(parse(before), parse(after))
  const told = changes.filter((change) => !isDescription(change))
  const paths = new Set(told.map(({ path }) => path))
  return [
    ...told.filter(isBreaking).map(({ message }) => `**Breaking**: ${message}`),
    ...told.filter((change) => !isBreaking(change)).map(({ message }) => message),
    ...changes.flatMap((change) => {
      const isOfOther = !isDescription(change) || paths.has(change.path)
      return isOfOther ? [] : [`\`${change.path}\` is described anew`]
    }),
  ]
}

/** How lines are broken within a description is no change. */
const parse = (sdl: string) => buildSchema(sdl.replaceAll(/\s+/g, ' '))
