import type { Build } from '../build/version-document.ts'
import { type Facts, facts } from '../check/facts.ts'
import type { VersionDocument } from 'contract/registry.ts'
import { nameOfUse, type OriginUse, usesOf } from 'contract/foreign-origins.ts'
import { buildRemote } from './build.ts'
import { type Call, type Command, readChannel } from './command.ts'
import { CommandError } from './command-error.ts'
import { errorPage } from './registry-client.ts'
import { findFolder } from './remote-folder.ts'

export const checkCommand: Command = {
  usage: 'check [NAME]',
  summary: 'Builds the remote and checks whether it can go live.',
  options: ['channel', 'version', 'no-build'],
  details:
    'publish runs the same checks, and so does the registry. Needs no token. Missing translations are reported but allowed: visitors see the English text.',
  async run(call, client) {
    const channel = readChannel(call.options.channel)
    const remote = await findFolder(call, call.names[0])
    const build = await buildRemote(call, remote)
    const live = await client.get('/registry/facts', facts)
    const { notes, ungranted } = await checkBuild(call, client.origin, build, channel, live)
    const { name, version } = build.document
    const { countUntranslatedTexts } = await import('../build/texts.ts')
    const untranslated = await countUntranslatedTexts(remote.folder)
    const lacking = Object.entries(untranslated).filter(([, count]) => count > 0)
    return {
      json: { name, version, violations: [], notes, ungranted, untranslated },
      text: [
        `${name} ${version} can go live at ${client.origin}.`,
        ...notes,
        ...ungrantedLines(name, ungranted),
        ...(lacking.length > 0
          ? [`Missing translations: ${lacking.map(([locale, count]) => `${count} in ${locale}`).join(', ')}.`]
          : []),
      ].join('\n'),
    }
  },
}

/** `ungranted`: foreign origins that browsers block, although the version can go live. */
export async function checkBuild({ stage }: Call, origin: string, build: Build, channel: string, live: Facts) {
  const { name, version } = build.document
  const { inspectBuild } = await import('../check/inspect-build.ts')
  const { violations, notes } = await stage(`Checking ${name} ${version}`, () =>
    inspectBuild(build, channel === 'stable', live),
  )
  if (violations.length === 0) return { notes, ungranted: findUngranted(build.document, live) }
  const lines = violations.map(({ code, message }) => `  ${message} (${code})`)
  const codes = [...new Set(violations.map(({ code }) => `More: ${errorPage(origin, code)}`))]
  throw new CommandError(
    'CHECK_FAILED',
    [`${name} ${version} cannot go live at ${origin}:`, ...lines, ...codes].join('\n'),
    { violations },
  )
}

export function findUngranted({ name, description }: VersionDocument, { grants }: Facts): OriginUse[] {
  const granted = new Set(grants.filter((grant) => grant.name === name).map(nameOfUse))
  return usesOf(description ?? {}).filter((use) => !granted.has(nameOfUse(use)))
}

export const ungrantedLines = (name: string, ungranted: OriginUse[]): string[] =>
  ungranted.length === 0
    ? []
    : [
        'Browsers block these origins until an operator grants them:',
        ...ungranted.map((use) => `  npm run remote -- allow ${name} ${nameOfUse(use)}`),
      ]
