import { type ChildProcess, fork, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { facts } from '../check/facts.ts'
import { Sender } from './build-sender.ts'
import { findUngranted, ungrantedLines } from './check.ts'
import type { Command } from './command.ts'
import { connect } from './registry-client.ts'
import { findBuildFile, findFolder, type RemoteFolder } from './remote-folder.ts'
import { readKey } from './sign.ts'

const previewSchema = z.object({ id: z.string(), url: z.string() })
const buildSchema = z.object({ error: z.string().nullable(), paths: z.array(z.string()) })

export const devCommand: Command = {
  usage: 'dev [NAME]',
  summary: 'Shows each saved change inside the product, in your browser alone.',
  options: [],
  isFollowed: true,
  details:
    'It prints a link: open it, signed in to the product, read what it says and confirm. From then on that browser shows the remote as it\n' +
    'is in your folder, a moment after each save, for eight hours at most or until you end this command. Other visitors notice nothing.\n' +
    'Components keep their state where React can. The token needs the right "override". --json writes a line for each thing that happens.\n' +
    'A script "service" in package.json runs beside it, with the address of the product in PRODUCT; what it prints goes to the standard error.',
  async run({ names, options, environment, folder, ...call }) {
    const remote = await findFolder({ names, options, environment, folder, ...call }, names[0])
    const client = await connect({ options, environment, folder })
    const { name } = remote
    // What is shown in one browser needs no key of the team.
    const key = await readKey(remote.folder, environment).catch(() => generateKeyPairSync('ed25519').privateKey)
    const { id, url } = await client.send('POST', '/registry/previews', { name, version: null }, previewSchema)
    const tell = (text: string, json: object): void => {
      process.stdout.write(`${options.json ? JSON.stringify(json) : text}\n`)
    }
    const { describeBuild } = await import('../build/version-document.ts')
    const builds = startBuilds(remote)
    const stopService = await startService(remote, client.origin)
    const sender = new Sender(client, id, key)
    try {
      await new Promise<void>((end, fail) => {
        // More than once: npm passes on what the terminal has told this process already, and all that was started has to be ended.
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end())
        builds.once('exit', () => end())
        let isFirst = true
        let latest = Promise.resolve()
        builds.on('message', (message) => {
          const { error, paths } = buildSchema.parse(message)
          if (error !== null) return tell(error, { event: 'error', error })
          const started = performance.now()
          latest = latest
            .then(async () => {
              const build = await describeBuild(remote.folder, name, outputOf(remote), paths)
              const bytes = await sender.send(build)
              const ms = Math.round(performance.now() - started)
              if (!isFirst) return tell(`Sent in ${ms} ms, ${Math.ceil(bytes / 1024)} kB`, { event: 'sent', ms, bytes })
              isFirst = false
              const ungranted = findUngranted(build.document, await client.get('/registry/facts', facts))
              const lines = [`Open this link and confirm what it says: ${url}`, ...ungrantedLines(name, ungranted)]
              tell(lines.join('\n'), { event: 'link', url, id, ungranted })
            })
            .catch(fail)
        })
      })
    } finally {
      builds.kill()
      stopService()
      await client.send('DELETE', `/registry/previews/${id}`, undefined, z.unknown()).catch(() => {})
    }
    return { json: { event: 'end' }, text: `${name} is shown to nobody any more as it is in ${remote.folder}.` }
  },
}

const outputOf = ({ folder }: RemoteFolder): string => join(folder, 'node_modules', '.cache', 'remote-dev')

function startBuilds(remote: RemoteFolder): ChildProcess {
  const program = fileURLToPath(new URL('./dev-builds.ts', import.meta.url))
  return fork(program, [remote.folder, findBuildFile(remote.folder) ?? '', outputOf(remote)], {
    cwd: remote.folder,
    env: { ...process.env, NODE_ENV: 'development', REMOTE_DEV: '1' },
    // What this process was started with may name files from where it was called.
    execArgv: [],
    // Ctrl-C is for the command, which ends it.
    detached: true,
  })
}

const manifestSchema = z.object({ scripts: z.object({ service: z.string().optional() }).default({}) })

/** Runs the remote's own service, where its package.json says how. Answers what ends it. */
async function startService({ folder }: RemoteFolder, product: string): Promise<() => void> {
  const { scripts } = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  if (scripts.service === undefined) return () => {}
  const service = spawn('npm', ['run', '--silent', 'service'], {
    cwd: folder,
    env: { ...process.env, PRODUCT: product },
    stdio: ['ignore', process.stderr, process.stderr],
    // Ctrl-C is for the command, which ends it: npm, the program that watches, and what that has started.
    detached: true,
  })
  return () => {
    if (service.pid !== undefined && service.exitCode === null) process.kill(-service.pid)
  }
}
