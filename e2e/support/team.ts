import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A team on a machine of its own: its repository, its token, and the command `remote` of the product's SDK; nothing else of ours. */
export interface Team {
  readonly name: string
  readonly folder: string
  /** Runs `npx remote <args>`; answers what `--json` printed. Rejects with what it said when it does not end with 0. */
  remote(...args: string[]): Promise<Record<string, unknown>>
  /** Starts `npx remote <args>` and lets it run; `interrupt` is Ctrl-C. */
  start(...args: string[]): { output: () => string; interrupt: () => Promise<void> }
  /** Replaces `before`, which stands there, in a file of the repository. */
  edit(file: string, before: string, after: string): Promise<void>
}

/** Where the teams of a test work: outside of this repository. */
export class Teams {
  readonly #product: string
  readonly #operatorToken: string
  readonly #home: string
  /** The folder of the team that came first, when all is installed there. */
  #first: Promise<string> | undefined

  private constructor(product: string, operatorToken: string, home: string) {
    this.#product = product
    this.#operatorToken = operatorToken
    this.#home = home
  }

  /** Fetches the SDK of a running product, as anybody does who has only its address. */
  static async of(product: string, operatorToken: string): Promise<Teams> {
    const home = await mkdtemp(join(tmpdir(), 'teams-'))
    const [link] = /\/sdk\/kit-[^"]+\.tgz/.exec(await (await fetch(`${product}/sdk/`)).text()) ?? []
    if (!link) throw new Error('the page /sdk/ links no package')
    await writeFile(join(home, 'package.json'), '{ "private": true }\n')
    await run('npm', ['install', '--no-audit', '--no-fund', `${product}${link}`], { cwd: home, env: outside() })
    return new Teams(product, operatorToken, home)
  }

  /** Runs the command as the operator of the product. */
  operate(...args: string[]): Promise<Record<string, unknown>> {
    return this.#command(this.#home, this.#operatorToken, args)
  }

  /** A new team: the operator makes its token, the team its repository. */
  async found(name: string): Promise<Team> {
    const { token } = await this.operate('token', 'create', '--remote', name, '--rights', 'publish,promote,override')
    await this.#command(this.#home, String(token), ['new', name])
    const folder = join(this.#home, name)
    const env = { ...outside(), REMOTE_TOKEN: String(token) }
    await this.#install(folder, env)
    return {
      name,
      folder,
      remote: (...args) => this.#command(folder, String(token), args),
      start: (...args) => {
        // A terminal sends Ctrl-C to all processes that it started.
        const options = { cwd: folder, env, stdio: 'pipe', detached: true } as const
        const child = spawn('npx', ['remote', ...args, '--to', this.#product], options)
        const ended = once(child, 'exit')
        let printed = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)))
        return {
          output: () => printed,
          interrupt: async () => {
            if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
            await ended
          },
        }
      },
      edit: async (file, before, after) => {
        const path = join(folder, file)
        const text = await readFile(path, 'utf8')
        if (!text.includes(before)) throw new Error(`${file} has no "${before}"`)
        // Whole or not at all: a build may read it at any moment.
        await writeFile(`${folder}.aside`, text.replaceAll(before, after))
        await rename(`${folder}.aside`, path)
      },
    }
  }

  /** All teams need the same: the first one installs it, the others copy that. */
  async #install(cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
    const first = await this.#first
    if (first !== undefined)
      return cp(join(first, 'node_modules'), join(cwd, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    const installed = run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd, env })
    this.#first = installed.then(() => cwd)
    await this.#first
  }

  async leave(): Promise<void> {
    await rm(this.#home, { recursive: true, force: true })
  }

  async #command(folder: string, token: string, args: string[]): Promise<Record<string, unknown>> {
    const env = { ...outside(), REMOTE_TOKEN: token }
    const { stdout } = await run('npx', ['remote', ...args, '--to', this.#product, '--json'], { cwd: folder, env })
    const answer: unknown = JSON.parse(stdout)
    return typeof answer === 'object' && answer !== null ? { ...answer } : {}
  }
}

/** The environment of somebody who runs no test of ours. */
function outside(): NodeJS.ProcessEnv {
  const ours = /^(CI|NODE_ENV|NODE_OPTIONS|VITEST.*|PLAYWRIGHT.*|npm_.*|DATA_DIR|PRODUCT_.*|TEST_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}
