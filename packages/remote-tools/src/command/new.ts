import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { releasedName } from 'contract/registry.ts'
import type { Command } from './command.ts'
import { CommandError } from './command-error.ts'
import { connect } from './registry-client.ts'
import { makeKey, publicKeyOf, readKey } from './sign.ts'
import { templateOf, type TemplateOptions } from './template.ts'

export const newCommand: Command = {
  usage: 'new NAME',
  summary: 'Creates a new remote: a folder with a screen, a test and a signing key.',
  options: ['with-service'],
  details:
    'NAME starts with mf-, such as mf-invoices. Publishes nothing and overwrites nothing.\n' +
    '--with-service adds a service, an organization tab and a start card that use it, and tests.',
  async run(call) {
    const [name = ''] = call.names
    const target = join(call.folder, name)
    const { error } = releasedName.safeParse(name)
    if (error || name === 'shell')
      throw new CommandError(
        'BAD_NAME',
        `"${name}" is not a valid name. Use mf- followed by lower-case letters, digits and hyphens, such as mf-invoices.`,
      )
    if (existsSync(target))
      throw new CommandError('FOLDER_EXISTS', `${target} already exists. Choose another name or folder.`)
    const client = await connect(call)
    const isWorkspace =
      existsSync(join(call.folder, 'pnpm-workspace.yaml')) && existsSync(join(call.folder, 'packages/kit/package.json'))
    const hasService = call.options['with-service'] === true
    const packageOptions = isWorkspace
      ? workspacePackage(hasService)
      : await standalonePackage(`${client.origin}/sdk`, hasService)
    await call.stage(`Writing ${name}`, () => writeRemote(target, { name, hasService, ...packageOptions }))
    const publicKey = publicKeyOf(await readKey(target, {}))
    const install = isWorkspace ? 'npx --yes pnpm@12.18.0 install --lockfile-only' : `cd ${name} && npm install`
    return {
      json: { name, folder: target, publicKey },
      text: `Created ${target}. Start with: ${install}\nSee its README.md.`,
    }
  },
}

const versions = z.record(z.string(), z.string()).default({})
const kitPackage = z.object({ version: z.string(), peerDependencies: versions, dependencies: versions })

// In a team's own repository, where kit includes the tools. Machines that only publish lack kit.
async function standalonePackage(sdk: string, hasService: boolean) {
  const { default: packageJson } = await import('kit/package.json', { with: { type: 'json' } })
  const { version, peerDependencies, dependencies } = kitPackage.parse(packageJson)
  return {
    tools: 'kit',
    packages: {
      kit: `${sdk}/kit-${version}.tgz`,
      ...peerDependencies,
      ...(hasService && { '@types/node': dependencies['@types/node'] ?? '*' }),
    },
    jose: '^6.0.0',
    build: 'remote build',
    dev: 'remote dev',
  }
}

const ownPackages = ['@lingui/react', '@rspack/cli', '@rspack/core', '@types/react', 'react', 'typescript', 'vitest']
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
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true })
    throw error
  }
}
