import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A team with its own repository, a token and the SDK's command `remote`, and nothing else. */
export interface Team {
  readonly name: string
  readonly folder: string
  /** Runs `npx remote <args>` and returns its `--json` output, or rejects with its output. */
  remote(...args: string[]): Promise<Record<string, unknown>>
  /** Starts `npx remote <args>` in the background; `interrupt` sends Ctrl-C. */
  start(...args: string[]): { output: () => string; interrupt: () => Promise<void> }
  /** Replaces `before`, which must exist, in a file of the repository. */
  edit(file: string, before: string, after: string): Promise<void>
}

/** The teams' folders, outside this repository. */
export class Teams {
  readonly #product: string
  readonly #operatorToken: string
  readonly #home: string
  /** The folder of the first team, once its dependencies are installed. */
  #first: Promise<string> | undefined

  private constructor(product: string, operatorToken: string, home: string) {
    this.#product = product
    this.#operatorToken = operatorToken
    this.#home = home
  }

  /** Downloads the SDK of a running product, as anyone with its URL can. */
  static async of(product: string, operatorToken: string): Promise<Teams> {
    const home = await mkdtemp(join(tmpdir(), 'teams-'))
    const [link] = /\/sdk\/kit-[^"]+\.tgz/.exec(await (await fetch(`${product}/sdk/`)).text()) ?? []
    if (!link) throw new Error('The page /sdk/ has no link to a package')
    await writeFile(join(home, 'package.json'), '{ "private": true }\n')
    await run('npm', ['install', '--no-audit', '--no-fund', `${product}${link}`], { cwd: home, env: outside() })
    return new Teams(product, operatorToken, home)
  }

  /** Runs the command as the operator of the product. */
  operate(...args: string[]): Promise<Record<string, unknown>> {
    return this.#command(this.#home, this.#operatorToken, args)
  }

  /** Creates a token as the operator, and a repository as the team. */
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
        // Ctrl-C in a terminal reaches the whole process group.
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
        // Atomic, because a build may read the file at any moment.
        await writeFile(`${folder}.aside`, text.replaceAll(before, after))
        await rename(`${folder}.aside`, path)
      },
    }
  }

  /** The first team installs the dependencies; the others copy them. */
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
    const response: unknown = JSON.parse(stdout)
    return typeof response === 'object' && response !== null ? { ...response } : {}
  }
}

/** Removes the variables of our tests from the environment. */
function outside(): NodeJS.ProcessEnv {
  const ours = /^(CI|NODE_ENV|NODE_OPTIONS|VITEST.*|PLAYWRIGHT.*|npm_.*|DATA_DIR|PRODUCT_.*|TEST_.*)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}
