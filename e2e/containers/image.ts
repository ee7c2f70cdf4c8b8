import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const certificates = '/etc/ssl/certs/ca-certificates.crt'
const root = resolve(import.meta.dirname, '../..')

/** How the last stage of the Containerfile wants to be run. */
export interface Image {
  readonly folder: string
  readonly workdir: string
  readonly env: Record<string, string>
  /** Set while it is built, not when it runs. */
  readonly buildArguments: Record<string, string>
  readonly user: string
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
}

interface Instruction {
  readonly name: string
  readonly text: string
}

/** https://docs.docker.com/reference/dockerfile: only what our Containerfile uses. */
async function readInstructions(): Promise<Instruction[]> {
  const text = await readFile(join(root, 'Containerfile'), 'utf8')
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      return { name, text: rest }
    })
}

/** Plays the Containerfile in folders, as root: `FROM` copies a Debian made by mmdebstrap with this Node. */
export async function buildImage(folder: string): Promise<Image> {
  const base = join(folder, 'base')
  await makeBase(base)
  let stage = ''
  let image: Image | undefined
  for (const { name, text } of await readInstructions()) {
    if (name === 'FROM') {
      const previous = stage
      stage = join(folder, / AS (\w+)$/.exec(text)?.[1] ?? 'final')
      if (previous !== '') console.log(`  stage ${previous.slice(folder.length + 1)}: ${megabytes(previous)} MB`)
      await copy(base, stage)
      image = { folder: stage, workdir: '/', env: {}, buildArguments: {}, user: 'root', entrypoint: [], command: [] }
      continue
    }
    if (!image) throw new Error(`${name} stands before FROM`)
    image = await play(image, name, text, folder)
  }
  if (!image) throw new Error('The Containerfile has no FROM')
  console.log(`  image: ${megabytes(image.folder) - megabytes(base)} MB beside its base`)
  return image
}

async function play(image: Image, name: string, text: string, folder: string): Promise<Image> {
  const { folder: stage, workdir } = image
  switch (name) {
    case 'WORKDIR':
      await mkdir(join(stage, text), { recursive: true })
      return { ...image, workdir: text }
    case 'COPY': {
      const [, from, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text) ?? []
      const to = resolve(workdir, target)
      if (from === undefined) await copyRepository(join(stage, to))
      else await copy(join(folder, from, source), join(stage, to))
      return image
    }
    case 'RUN':
      await finished(
        enter(image, ['sh', '-c', text], {
          user: image.user,
          env: { NODE_EXTRA_CA_CERTS: certificates, ...image.buildArguments },
        }),
      )
      return image
    case 'ARG': {
      const [argument = '', value = ''] = text.split('=')
      return { ...image, buildArguments: { ...image.buildArguments, [argument]: value } }
    }
    case 'ENV':
      return { ...image, env: { ...image.env, ...Object.fromEntries(text.split(' ').map((pair) => pair.split('='))) } }
    case 'USER':
      return { ...image, user: text }
    case 'ENTRYPOINT':
      return { ...image, entrypoint: JSON.parse(text) }
    case 'CMD':
      return { ...image, command: JSON.parse(text) }
    default:
      throw new Error(`The Containerfile has an instruction that this cannot play: ${name}`)
  }
}

interface Entering {
  readonly user: string
  readonly env?: Readonly<Record<string, string>>
  readonly isReadOnly?: boolean
  /** Files to mount by their path inside. */
  readonly files?: Readonly<Record<string, string>>
  /** The folder to mount at /data. */
  readonly data?: string
}

/** Runs a program in a stage, in a mount namespace of its own. */
export function enter(
  { folder, workdir, env: ownEnv }: Pick<Image, 'folder' | 'workdir' | 'env'>,
  command: readonly string[],
  { user, env = {}, isReadOnly = false, files = {}, data }: Entering,
) {
  const mounts = [
    'mount --make-rprivate /',
    'mount --bind "$R" "$R"',
    'mount --rbind /dev "$R/dev"',
    'mount -t proc proc "$R/proc"',
    ...(data ? [`mount --bind '${data}' "$R/data"`] : []),
    ...Object.entries(files).map(([path, file]) => `touch "$R${path}"; mount --bind '${file}' "$R${path}"`),
    ...(isReadOnly ? ['mount -o remount,bind,ro "$R"'] : []),
    `exec chroot --userspec=${user} "$R" /bin/sh -c 'cd ${workdir} && exec "$@"' sh "$@"`,
  ]
  return spawn('unshare', ['--mount', 'sh', '-ec', mounts.join('\n'), 'sh', ...command], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', HOME: '/tmp', ...ownEnv, ...env, R: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

export async function finished(child: ReturnType<typeof enter>): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnargs.slice(6).join(' ')} exited with ${code}`)
}

async function makeBase(base: string): Promise<void> {
  if (existsSync(join(base, 'usr/local/bin/node'))) return
  run('mmdebstrap', ['--variant=minbase', '--include=libstdc++6,ca-certificates', 'bookworm', base])
  const { stdout: npm } = spawnSync('npm', ['root', '--global'], { encoding: 'utf8' })
  await copy(process.execPath, join(base, 'usr/local/bin/node'))
  await copy(join(npm.trim(), 'npm'), join(base, 'usr/local/lib/node_modules/npm'))
  for (const name of ['npm', 'npx'])
    run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(base, 'usr/local/bin', name)])
  run('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node'])
  await cp('/etc/resolv.conf', join(base, 'etc/resolv.conf'))
  // The certificates of this machine, whose proxy may have one of its own.
  await cp(certificates, join(base, certificates))
  await mkdir(join(base, 'run/secrets'), { recursive: true })
  await writeFile(join(base, 'etc/hosts'), '127.0.0.1 localhost\n')
}

async function copyRepository(to: string): Promise<void> {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).stdout
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean)
  const isSent = (file: string): boolean => !ignored.some((each) => file === each || file.startsWith(`${each}/`))
  for (const file of listed.split('\0').filter(Boolean).filter(isSent)) await cp(join(root, file), join(to, file))
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(resolve(to, '..'), { recursive: true })
  run('cp', ['--archive', '--no-target-directory', from, to])
}

const megabytes = (folder: string): number =>
  Number(run('du', ['--summarize', '--block-size=1M', folder]).split('\t')[0])

function run(program: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}
