import { pathToFileURL } from 'node:url'
import type { Configuration } from '@rspack/core'
import { findBuildFile } from '../build/check-remote.ts'
import type { Build } from '../build/version-document.ts'
import { isBusy } from '../run/run-program.ts'
import type { Call, Command } from './command.ts'
import { CommandError } from './command-error.ts'
import { findFolder, type RemoteFolder } from './remote-folder.ts'

export const buildCommand: Command = {
  usage: 'build [NAME]',
  summary:
    'Builds the remote into dist/. Adds new texts to its catalogues and generates types for its GraphQL documents.',
  options: [],
  async run(call) {
    const remote = await findFolder(call, call.names[0])
    const { document } = await buildRemote(call, remote)
    const { name, version, files, uses } = document
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
    return {
      json: { name, version, files, uses },
      text: `Built ${name} ${version}: ${Object.keys(files).length} files, ${Math.ceil(bytes / 1024)} kB, in ${remote.folder}/dist`,
    }
  },
}

export async function buildRemote(call: Call, { name, folder }: RemoteFolder): Promise<Build> {
  const { options, environment, stage } = call
  const { describeBuild } = await import('../build/version-document.ts')
  const describe = () =>
    describeBuild(folder, name).catch((error: unknown) => {
      throw new CommandError('NO_BUILD', `${folder}/dist is not a complete build: ${String(error)}\nRun: remote build`)
    })
  if (!options['no-build']) {
    if (environment['NODE_ENV'] === 'development')
      throw new CommandError(
        'BUILD_FAILED',
        'NODE_ENV is "development", but development builds are not for visitors. Unset it, then run this again.',
      )
    await stage(`Building ${name}`, () => runBuild(folder))
    const { dropUnusedTexts } = await import('../build/texts.ts')
    const dropped = await dropUnusedTexts(folder, (await describe()).texts)
    if (dropped.length > 0) await stage(`Building ${name} without unused texts`, () => runBuild(folder))
  }
  const build = await describe()
  return options.version === undefined ? build : { ...build, document: { ...build.document, version: options.version } }
}

async function runBuild(folder: string): Promise<void> {
  const file = findBuildFile(folder) ?? ''
  // Imported late, because it takes half a second that other commands do not need.
  const [{ rspack }, { writeDocuments }, { addNewTexts }, { runCompiler }] = await Promise.all([
    import('@rspack/core'),
    import('../build/documents.ts'),
    import('../build/texts.ts'),
    import('../build/run-compiler.ts'),
  ])
  await Promise.all([addNewTexts(folder), writeDocuments(folder)]).catch((error: unknown) => {
    throw new CommandError('BUILD_FAILED', error instanceof Error ? error.message : String(error))
  })
  await runCompiler(rspack(await loadConfig(file))).catch((error: Error) => {
    throw new CommandError(
      isBusy(error) ? 'MACHINE_BUSY' : 'BUILD_FAILED',
      `${folder} could not be built:\n${error.message}`,
    )
  })
}

export async function loadConfig(file: string): Promise<Configuration> {
  try {
    const { default: config }: { default: Configuration } = await import(pathToFileURL(file).href)
    return config
  } catch (error) {
    throw new CommandError('BUILD_FAILED', error instanceof Error ? error.message : String(error))
  }
}
