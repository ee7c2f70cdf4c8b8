import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import packageJson from '../package.json' with { type: 'json' }
import { releasedName } from 'contract/registry.ts'
import type { Command } from './command.ts'
import { Fault } from './fault.ts'
import { connect } from './registry-client.ts'
import { makeKey, publicKeyOf, readKey } from './sign.ts'
import { templateOf, type TemplateOptions } from './template.ts'

export const newCommand: Command = {
  usage: 'new NAME',
  summary: 'Makes the folder of a new remote: a screen, a text, a test, a key to sign with.',
  options: ['with-service'],
  details:
    'NAME begins with mf-, such as mf-invoices. Nothing is published and nothing that exists is touched.\n' +
    '--with-service makes a service beside it, a tab inside the organization and a card on the start page that ask it, and tests of both.',
  async run(call) {
    const [name = ''] = call.names
    const target = join(call.folder, name)
    const { error } = releasedName.safeParse(name)
    if (error || name === 'shell')
      throw new Fault(
        'BAD_NAME',
        `"${name}" cannot be a remote's name. It begins with mf- and has lower-case letters, digits and hyphens: mf-invoices.`,
      )
    if (existsSync(target))
      throw new Fault(
        'FOLDER_EXISTS',
        `${target} exists already, and stays as it is. Choose another name, or another place.`,
      )
    const client = await connect(call)
    const isWorkspace =
      existsSync(join(call.folder, 'pnpm-workspace.yaml')) && existsSync(join(call.folder, 'kit/package.json'))
    const kit = `${client.origin}/sdk/kit-${packageJson.version}.tgz`
    const hasService = call.options['with-service'] === true
    const own = isWorkspace ? workspace(hasService) : { kit, ...alone(hasService) }
    await call.stage(`Writing ${name}`, () => write(target, { name, hasService, ...own }))
    const publicKey = publicKeyOf(await readKey(target, {}))
    const install = isWorkspace ? 'npx --yes pnpm@12.18.0 install --lockfile-only' : `cd ${name} && npm install`
    return {
      json: { name, folder: target, publicKey },
      text: `${target} is there. Its README.md says what to do with it; begin with: ${install}`,
    }
  },
}

const versions = z.record(z.string(), z.string()).default({})
const { peerDependencies, dependencies } = z
  .object({ peerDependencies: versions, dependencies: versions })
  .parse(packageJson)

/** In a repository of its own: all that there has to be beside kit, in the versions that it is made for. */
const alone = (hasService: boolean) => ({
  packages: { ...peerDependencies, ...(hasService && { '@types/node': dependencies['@types/node'] ?? '*' }) },
  jose: '^6.0.0',
  build: 'remote build',
  dev: 'remote dev',
})

const ownPackages = ['@lingui/react', '@rspack/cli', '@rspack/core', '@types/react', 'react', 'typescript', 'vitest']
const workspace = (hasService: boolean) => ({
  kit: 'workspace:*',
  packages: Object.fromEntries(
    [...ownPackages, ...(hasService ? ['@lingui/core', '@types/node'] : [])].map((each) => [each, 'catalog:']),
  ),
  jose: 'catalog:',
  build: 'rspack build',
})

async function write(target: string, options: TemplateOptions): Promise<void> {
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
