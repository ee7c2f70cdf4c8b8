import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { satisfies } from 'semver'
import { z } from 'zod'
import { releasedName } from 'contract/registry.ts'
import type { Call, Command, RegistryClient } from './command.ts'
import { CommandError, wrongUsage } from './command-error.ts'
import { findKit, findNamedProduct } from './named-product.ts'
import { makeKey, publicKeyOf, readKey } from './sign.ts'
import { templateOf, type TemplateOptions } from './template.ts'

export const newCommand: Command = {
  usage: 'new NAME',
  summary: 'Creates a new remote: a folder with a screen, a test and a signing key.',
  options: ['with-service', 'postgres', 'ci'],
  details:
    'NAME starts with mf-, such as mf-invoices. Publishes nothing and overwrites nothing.\n' +
    'In an empty folder of this name where kit is installed, it fills that folder and installs nothing twice.\n' +
    'package.json remembers the product: that of --to or PRODUCT, or the one that kit was installed from.\n' +
    '--with-service adds a service, an organization tab and a start card that use it, and tests.\n' +
    '--postgres gives the service PostgreSQL, with migrations, instead of a database in one file.\n' +
    '--ci github adds .github/workflows/remote.yml, which needs the secrets REMOTE_TOKEN and REMOTE_KEY.',
  async run(call, client) {
    const [name = ''] = call.names
    const isPrepared = isPreparedFor(name, call.folder)
    const target = isPrepared ? call.folder : join(call.folder, name)
    const { error } = releasedName.safeParse(name)
    if (error || name === 'shell')
      throw new CommandError(
        'BAD_NAME',
        `"${name}" is not a valid name. Use mf- followed by lower-case letters, digits and hyphens, such as mf-invoices.`,
      )
    if (!isPrepared && existsSync(target))
      throw new CommandError('FOLDER_EXISTS', `${target} already exists. Choose another name or folder.`)
    const { ci } = call.options
    if (ci !== undefined && ci !== 'github') throw wrongUsage(`--ci must be github, not "${ci}".`)
    const kit = await readKit()
    const { 'with-service': hasService = false, postgres: hasPostgres = false } = call.options
    if (hasPostgres && !hasService) throw wrongUsage('--postgres is for a service: add --with-service.')
    const isWorkspace =
      existsSync(join(call.folder, 'pnpm-workspace.yaml')) && existsSync(join(call.folder, 'packages/kit/package.json'))
    const packageOptions = isWorkspace
      ? workspacePackage(hasService)
      : await standalonePackage(call, client, hasService, kit)
    const wanted = { name, hasService, hasPostgres, hasWorkflow: ci !== undefined }
    const options = { ...wanted, node: kit.engines.node, ...packageOptions }
    await call.stage(`Writing ${name}`, () => writeRemote(target, options))
    const publicKey = publicKeyOf(await readKey(target, {}))
    const isInstalled = isPrepared && (await call.stage('Completing the installation', () => install(target)))
    const next = isWorkspace
      ? 'npx --yes pnpm@12.18.0 install --lockfile-only'
      : [...(isPrepared ? [] : [`cd ${name}`]), isInstalled ? 'npm test' : 'npm install'].join(' && ')
    return {
      json: { name, folder: target, publicKey },
      text: `Created ${target}. Start with: ${next}\nSee its README.md.`,
    }
  },
}

const installed = /^(node_modules|package\.json|package-lock\.json|pnpm-(lock|workspace)\.yaml|yarn\.lock|\.git)$/

const isPreparedFor = (name: string, folder: string): boolean =>
  basename(folder) === name &&
  existsSync(join(folder, 'node_modules/kit')) &&
  readdirSync(folder).every((entry) => installed.test(entry))

/** Adds the packages of the template that kit has not installed already. Other managers than npm are left alone. */
async function install(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'package-lock.json'))) return false
  const command = promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
  return command.then(
    () => true,
    () => false,
  )
}

const versions = z.record(z.string(), z.string()).default({})
const kitPackage = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  peerDependencies: versions,
  dependencies: versions,
})

// Imported late, because machines that only publish lack kit.
async function readKit() {
  const { default: packageJson } = await import('kit/package.json', { with: { type: 'json' } })
  const kit = kitPackage.parse(packageJson)
  if (satisfies(process.versions.node, kit.engines.node)) return kit
  throw new CommandError(
    'NODE_UNSUPPORTED',
    `Node ${process.versions.node} cannot build and test a remote. Install Node 24, or another of: ${kit.engines.node}`,
  )
}

/** For a team's own repository, where kit includes the tools. */
async function standalonePackage(
  call: Call,
  { origin }: RegistryClient,
  hasService: boolean,
  { version, peerDependencies, dependencies }: z.infer<typeof kitPackage>,
) {
  const found = await findKit(call.folder)
  const named = (await findNamedProduct(call))?.address ?? found.product
  // One that was only found on this machine may have another address tomorrow.
  const product = named === undefined ? undefined : new URL(named).origin
  return {
    tools: 'kit',
    product,
    packages: {
      kit: (product ? undefined : found.source) ?? `${product ?? origin}/sdk/kit-${version}.tgz`,
      ...peerDependencies,
      ...(hasService && { '@types/node': dependencies['@types/node'] ?? '*' }),
    },
    jose: '^6.0.0',
    build: 'remote build',
    dev: 'remote dev',
  }
}

const ownPackages = [
  '@lingui/react',
  '@playwright/test',
  '@rspack/cli',
  '@rspack/core',
  '@types/react',
  'react',
  'typescript',
  'vitest',
]
const workspacePackage = (hasService: boolean) => ({
  tools: 'remote-tools',
  packages: {
    kit: 'workspace:*',
    'remote-tools': 'workspace:*',
    ...Object.fromEntries(
      [...ownPackages, ...(hasService ? ['@lingui/core', '@types/node'] : [])].map((each) => [each, 'catalog:']),
    ),
  },
  jose: 'catalog:',
  build: 'rspack build',
})

async function writeRemote(target: string, options: TemplateOptions): Promise<void> {
  const draft = await mkdtemp(`${target}.`)
  try {
    for (const [file, content] of Object.entries(await templateOf(options))) {
      await mkdir(dirname(join(draft, file)), { recursive: true })
      await writeFile(join(draft, file), content)
    }
    const { addNewTexts } = await import('../build/texts.ts')
    await addNewTexts(draft)
    await makeKey(draft)
    await chmod(draft, 0o755)
    if (!existsSync(target)) return await rename(draft, target)
    for (const entry of await readdir(draft)) await rename(join(draft, entry), join(target, entry))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
