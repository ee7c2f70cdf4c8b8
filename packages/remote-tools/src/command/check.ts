import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Build } from '../build/version-document.ts'
import { type Facts, facts } from '../check/facts.ts'
import { describeLostGrants } from '../check/lost-grants.ts'
import { checkScreens } from '../check/screens.ts'
import { describeUnreadFields } from '../check/unread-fields.ts'
import { isBusy } from '../run/run-program.ts'
import type { VersionDocument } from 'contract/registry.ts'
import { nameOfUse, type OriginUse, usesOf } from 'contract/foreign-origins.ts'
import { buildRemote } from './build.ts'
import { type Call, type Command, readChannel } from './command.ts'
import { CommandError } from './command-error.ts'
import { errorPage } from './registry-client.ts'
import { findFolder, type RemoteFolder } from './remote-folder.ts'

export const checkCommand: Command = {
  usage: 'check [NAME]',
  summary: 'Builds the remote and checks whether it can go live.',
  options: ['channel', 'version', 'no-build', 'even-if-screens-fail'],
  details:
    'publish runs the same checks, and so does the registry. Needs no token. Missing translations are reported but allowed: visitors see the English text.\n' +
    'On the channel stable a screen that throws or does not finish needs --even-if-screens-fail.',
  async run(call, client) {
    const remote = await findFolder(call, call.names[0])
    const build = await buildRemote(call, remote)
    const live = await client.get('/registry/facts', facts)
    const findings = await checkBuild(call, client.origin, remote, build, live)
    const { name, version } = build.document
    return {
      json: { name, version, violations: [], ...findings },
      text: [`${name} ${version} can go live at ${client.origin}.`, ...linesOf(name, findings)].join('\n'),
    }
  },
}

/** A version can go live in spite of these. */
export interface Findings {
  /** Screens that throw or do not finish. */
  failing: string[]
  notes: string[]
  /** Foreign origins that browsers block. */
  ungranted: OriginUse[]
  /** How many texts each language lacks. */
  untranslated: Record<string, number>
}

export function linesOf(name: string, { failing, notes, ungranted, untranslated }: Findings): string[] {
  const lacking = Object.entries(untranslated).filter(([, count]) => count > 0)
  return [
    ...failing,
    ...notes,
    ...ungrantedLines(name, ungranted),
    ...(lacking.length > 0
      ? [`Missing translations: ${lacking.map(([locale, count]) => `${count} in ${locale}`).join(', ')}.`]
      : []),
  ]
}

/** @throws CommandError CHECK_FAILED */
export async function checkBuild(
  { stage, options }: Call,
  origin: string,
  { folder }: RemoteFolder,
  build: Build,
  live: Facts,
  publicKey?: string,
): Promise<Findings> {
  const { name, version } = build.document
  const isPublic = readChannel(options.channel) === 'stable'
  const { inspectBuild } = await import('../check/inspect-build.ts')
  const { countUntranslatedTexts } = await import('../build/texts.ts')
  const { violations, failing, notes } = await stage(`Checking ${name} ${version}`, () =>
    inspectBuild(build, isPublic, live),
  ).catch((error: unknown) => {
    throw isBusy(error) ? new CommandError('MACHINE_BUSY', error.message) : error
  })
  if (isPublic && !options['even-if-screens-fail']) violations.push(...checkScreens(build.document, failing))
  notes.push(...describeLostGrants(build.document, live, publicKey))
  if (build.document.description)
    notes.push(...describeUnreadFields(JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8'))))
  const ungranted = findUngranted(build.document, live)
  if (violations.length === 0) return { failing, notes, ungranted, untranslated: await countUntranslatedTexts(folder) }
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
