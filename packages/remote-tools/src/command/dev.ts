import { type ChildProcess, fork, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { integrityOf } from 'contract/integrity.ts'
import { findBuildFile } from '../build/check-remote.ts'
import type { Build } from '../build/version-document.ts'
import { facts } from '../check/facts.ts'
import { createSender } from './build-sender.ts'
import { findUngranted, ungrantedLines } from './check.ts'
import type { Command } from './command.ts'
import { CommandError } from './command-error.ts'
import { findFolder, type RemoteFolder } from './remote-folder.ts'
import { readKey } from './sign.ts'

const previewSchema = z.object({ id: z.string(), url: z.string() })
const buildSchema = z.object({ error: z.string().nullable(), paths: z.array(z.string()) })

export const devCommand: Command = {
  usage: 'dev [NAME]',
  summary: 'Shows each saved change inside the product, only in your browser.',
  options: [],
  isFollowed: true,
  details:
    'Open the printed link while signed in, and confirm. That browser then shows the remote as it is in your folder, a moment after each\n' +
    'save, for at most eight hours or until you stop this command. Other visitors are not affected. Components keep their state if possible.\n' +
    'The token needs the right "override". --json prints a line per event.\n' +
    'If package.json has a script "service", it runs as well, with the URL of the product in PRODUCT and its output on standard error.',
  async run(call, client) {
    const remote = await findFolder(call, call.names[0])
    const { name } = remote
    // A preview in one browser does not need the team's key.
    const key = await readKey(remote.folder, call.environment).catch(() => generateKeyPairSync('ed25519').privateKey)
    const { id, url } = await client.send('POST', '/registry/previews', { name, version: null }, previewSchema)
    const print = (text: string, json: object): void => {
      process.stdout.write(`${call.options.json ? JSON.stringify(json) : text}\n`)
    }
    const { describeBuild } = await import('../build/version-document.ts')
    const builds = startBuilds(remote)
    const stopService = await startService(remote, client.origin)
    const send = createSender(client, id, key)
    try {
      await new Promise<void>((end, fail) => {
        // Not `once`: npm repeats the signal, and everything that was started has to end first.
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end())
        builds.once('exit', () => end())
        let latest = Promise.resolve()
        let shown: Pick<Build, 'document' | 'files'> | undefined
        const showError = async (error: string): Promise<void> => {
          print(error, { event: 'error', error })
          if (shown) await send(withError(shown, error))
        }
        builds.on('message', (message) => {
          const { error, paths } = buildSchema.parse(message)
          const started = performance.now()
          latest = latest
            .then(async () => {
              if (error !== null) return showError(error)
              const build = await describeBuild(remote.folder, name, outputOf(remote), paths)
              const bytes = await send(withError(build, null))
              const isFirst = shown === undefined
              shown = build
              const ms = Math.round(performance.now() - started)
              if (!isFirst)
                return print(`Sent in ${ms} ms, ${Math.ceil(bytes / 1024)} kB`, { event: 'sent', ms, bytes })
              const ungranted = findUngranted(build.document, await client.get('/registry/facts', facts))
              const lines = [`Open this link and confirm: ${url}`, ...ungrantedLines(name, ungranted)]
              print(lines.join('\n'), { event: 'link', url, id, ungranted })
            })
            .catch((failure: unknown) => {
              // The next save may fix it.
              if (!(failure instanceof CommandError) || failure.code !== 'CHECK_FAILED') throw failure
              return showError(failure.message)
            })
            .catch(fail)
        })
      })
    } finally {
      builds.kill()
      stopService()
      await client.send('DELETE', `/registry/previews/${id}`, undefined, z.unknown()).catch(() => {})
    }
    return { json: { event: 'end' }, text: `Stopped. ${name} from ${remote.folder} is no longer shown.` }
  },
}

/** Adds what pages show above the last build that succeeded (kit/src/refresh/overlay.ts). */
function withError({ document, files }: Pick<Build, 'document' | 'files'>, error: string | null) {
  const content = Buffer.from(JSON.stringify(error))
  const integrity = integrityOf(content)
  const file = { 'assets/error.hot-update.json': { integrity, bytes: content.length } }
  return {
    document: { ...document, files: { ...document.files, ...file } },
    files: new Map([...files, [integrity, content]]),
  }
}

const outputOf = ({ folder }: RemoteFolder): string => join(folder, 'node_modules', '.cache', 'remote-dev')

function startBuilds(remote: RemoteFolder): ChildProcess {
  const program = fileURLToPath(new URL('./dev-builds.ts', import.meta.url))
  return fork(program, [remote.folder, findBuildFile(remote.folder) ?? '', outputOf(remote)], {
    cwd: remote.folder,
    env: { ...process.env, NODE_ENV: 'development', REMOTE_DEV: '1' },
    // The flags of this process may contain relative paths.
    execArgv: [],
    // On Ctrl-C, the command ends this process itself.
    detached: true,
  })
}

const manifestSchema = z.object({ scripts: z.object({ service: z.string().optional() }).default({}) })

async function startService({ folder }: RemoteFolder, product: string): Promise<() => void> {
  const { scripts } = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  if (scripts.service === undefined) return () => {}
  const service = spawn('npm', ['run', '--silent', 'service'], {
    cwd: folder,
    env: { ...process.env, PRODUCT: product },
    stdio: ['ignore', process.stderr, process.stderr],
    // On Ctrl-C, the command ends the whole group: npm, the watcher and the service.
    detached: true,
  })
  return () => {
    if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid)
  }
}
