import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { releasedRemote } from 'contract/responses.ts'
import { type Call, type Command, readChannel, type RegistryClient } from './command.ts'
import { CommandError } from './command-error.ts'
import { pathOf } from './move.ts'
import { findChannelVersion } from './preview.ts'
import { findFolder, type RemoteFolder } from './remote-folder.ts'

export const testCommand: Command = {
  usage: 'test [NAME]',
  summary: 'Runs the journeys of the remote in a browser, against a product outside production.',
  options: ['channel', 'version'],
  details:
    'Runs journeys/*.spec.ts with Playwright, twice: with what everybody gets, then with the version on --channel (default: next), or --version.\n' +
    'Only failures of the latter fail the command. All other remotes are what is live. The users and organizations of a journey are removed at\n' +
    'its end, but a product in production is refused. CHROME names a browser of this machine. Needs the right "override".',
  async run(call, client) {
    const { channel = 'next', version: wanted } = call.options
    const remote = await findFolder(call, call.names[0])
    const program = findPlaywright(remote)
    await refuseProduction(client)
    const version = wanted ?? (await findCandidate(client, remote.name, readChannel(channel)))
    const { name } = remote
    const { channels } = await client.get(pathOf(name), releasedRemote)
    const stable = channels.find((each) => each.channel === 'stable')?.version ?? null
    const isLive = version === stable
    const succeed = (of: string, chosen: string) =>
      call.stage(`Journeys of ${name} ${of}`, () => runJourneys(call, client, remote, { program, version: chosen }))
    const live = stable === null || isLive ? null : { version: stable, succeeds: await succeed(stable, '') }
    const compared = live
      ? ` With ${live.version}, which everybody gets, they ${live.succeeds ? 'succeed' : 'fail'}.`
      : ''
    if (await succeed(version, isLive ? '' : version))
      return {
        json: { name, version, live },
        text: `The journeys of ${name} ${version} succeed at ${client.origin}.${compared}`,
      }
    throw new CommandError('JOURNEYS_FAILED', `Journeys of ${name} ${version} failed at ${client.origin}.${compared}`)
  },
}

function findPlaywright({ folder }: RemoteFolder): string {
  if (!existsSync(join(folder, 'journeys')))
    throw new CommandError(
      'NO_JOURNEYS',
      `${folder} has no journeys. Write one: journeys/start-page.spec.ts, with test and expect of kit/testing/journeys.`,
    )
  const found = findInstalled('@playwright/test', join(folder, 'package.json'))
  if (found !== undefined) return join(dirname(found), 'cli.js')
  throw new CommandError(
    'PLAYWRIGHT_MISSING',
    'Playwright is not installed. Run: npm install --save-dev @playwright/test && npx playwright install chromium',
  )
}

function findInstalled(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from)
  } catch {
    return undefined
  }
}

const findCandidate = (client: RegistryClient, name: string, channel: string): Promise<string> =>
  findChannelVersion(client, name, channel).catch((error: unknown) => {
    const isMissing = error instanceof CommandError && /^(REMOTE|CHANNEL)_NOT_FOUND$/.test(error.code)
    if (!isMissing) throw error
    throw new CommandError(
      error.code,
      `${client.origin} has no version of ${name} on ${channel} to test. Publish one: npx remote publish --channel ${channel}`,
    )
  })

const emails = z.array(z.unknown())

/** Only a product outside production shows its emails, and it listens on its own machine only. */
async function refuseProduction({ origin }: RegistryClient): Promise<void> {
  const response = await fetch(`${origin}/dev/mail.json?to=nobody`, { redirect: 'manual' }).catch(() => null)
  const isOpen = response?.ok && emails.safeParse(await response.json().catch(() => null)).success
  if (isOpen) return
  const why = response ? 'is in production: it shows no emails at /dev/mail' : 'does not respond'
  throw new CommandError(
    'PRODUCT_NOT_TESTED',
    `${origin} ${why}. Journeys create users and organizations, so nothing was run. Name a product outside production: --to http://localhost:3000`,
  )
}

async function runJourneys(
  { environment }: Call,
  { origin, token = '' }: RegistryClient,
  { folder, name }: RemoteFolder,
  { program, version }: { program: string; version: string },
): Promise<boolean> {
  const own = { PRODUCT_URL: origin, REMOTE_NAME: name, REMOTE_VERSION: version, REMOTE_TOKEN: token }
  // Playwright empties the folder of its output.
  const output = ['--output', `test-results/${version === '' ? 'live' : 'candidate'}`]
  const child = spawn(process.execPath, [program, 'test', 'journeys/', '--trace', 'retain-on-failure', ...output], {
    cwd: folder,
    env: { ...environment, ...own },
    // Standard output is for the result.
    stdio: ['ignore', process.stderr, process.stderr],
  })
  const [code] = await once(child, 'exit')
  return code === 0
}
