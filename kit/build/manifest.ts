import { Compilation, type Compiler, sources } from '@rspack/core'

/** The name of the chunk that holds the exposed module `./remote`. */
export const REMOTE_CHUNK = 'remote'

/**
 * `manifest.json` of a built remote: which of its files the shell needs when. Paths are relative to the build.
 */
export interface RemoteManifest {
  /** The container script. */
  entry: string
  /** What the exposed module needs at once. */
  scripts: string[]
  styles: string[]
  /** The catalogue's script by language. */
  catalogues: Record<string, string>
}

/** Writes `manifest.json`, so that the shell's server can preload what would else load one after the other. */
export function writeManifest(container: string) {
  return {
    apply(compiler: Compiler): void {
      compiler.hooks.thisCompilation.tap('manifest', (compilation) => {
        const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
        compilation.hooks.processAssets.tap({ name: 'manifest', stage }, () => {
          const manifest = JSON.stringify(manifestOf(compilation, container), null, 2)
          compilation.emitAsset('manifest.json', new sources.RawSource(manifest))
        })
      })
    },
  }
}

function manifestOf({ entrypoints, namedChunkGroups }: Compilation, container: string): RemoteManifest {
  const [entry] = filesOf(entrypoints.get(container), '.js')
  if (entry === undefined) throw new Error(`the build has no container ${container}`)
  const remote = namedChunkGroups.get(REMOTE_CHUNK)
  const catalogues = [...namedChunkGroups].flatMap(([name, group]) => {
    const locale = /^locale-(\w+)-po$/.exec(name)?.[1]
    return locale === undefined ? [] : filesOf(group, '.js').map((file): [string, string] => [locale, file])
  })
  return {
    entry,
    scripts: filesOf(remote, '.js'),
    styles: filesOf(remote, '.css'),
    catalogues: Object.fromEntries(catalogues),
  }
}

const filesOf = (group: { getFiles(): readonly string[] } | undefined, extension: string) =>
  group?.getFiles().filter((file) => file.endsWith(extension)) ?? []
