// `npm run remote -- …`. Here `publish` publishes what this checkout has changed, like `npm start`.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call, Command, RegistryClient } from 'remote-tools/command/command'
import { CommandError } from 'remote-tools/command/command-error'
import { publishCommand } from 'remote-tools/command/publish'
import { runInTerminal } from 'remote-tools/command/terminal'
import { buildAll, buildsOf } from './product/build.ts'
import { findRemotes } from './product/find-remotes.ts'
import { PlainError } from './product/plain-error.ts'
import { release } from './product/release.ts'
import { dataFolder } from './product/settings.ts'

const publishCheckout: Command = {
  ...publishCommand,
  usage: 'publish [NAME…]',
  summary: 'Publishes what this checkout has changed: the shell and all remotes, or only the given ones.',
  details:
    'The version is that of package.json with a hash of the content. Keeps channels that someone has rolled back, unpublished,\n' +
    'or rolls out gradually. With --channel or --version, publishes one remote like a team in its own repository, signed with its own key.',
  run: (call, client) =>
    (call.options.channel ?? call.options.version) ? publishCommand.run(call, client) : publishChanged(call, client),
}

async function publishChanged(call: Call, client: RegistryClient) {
  const { names, options, environment, folder: checkout, stage } = call
  const known = ['shell', ...findRemotes()]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new CommandError('NO_REMOTE_HERE', `There is no ${unknown} here. Choose from ${known.join(', ')}.`)
  const wanted = names.length > 0 ? names : known
  const builds = buildsOf(environment)
  const unbuilt = wanted.filter((name) => !existsSync(join(builds, name, 'dist')))
  if (options['no-build'] && unbuilt.length > 0)
    throw new CommandError('NOT_BUILT', `There is no build of ${unbuilt.join(', ')}. Run "npm run build" first.`)
  if (!options['no-build'])
    await stage('Building', () => buildAll(wanted, environment)).catch((error: unknown) => {
      throw error instanceof PlainError ? new CommandError('BUILD_FAILED', error.message) : error
    })
  const dataDir = dataFolder(environment)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const installation = {
    checkout,
    builds,
    client,
    dataDir,
    isTrial: false,
    takesOver: true,
    why: options.why ?? 'npm run remote -- publish',
  }
  const releases = await stage('Publishing', () => release(wanted, installation))
  const text = releases.map((each) => each.text).join('\n')
  if (releases.some(({ outcome }) => outcome === 'refused')) throw new CommandError('CHECK_FAILED', text, { releases })
  return { json: { releases }, text }
}

await runInTerminal([publishCheckout])
