import { createHash } from 'node:crypto'
import { Compilation, type Compiler, type RspackPluginInstance, sources } from '@rspack/core'
import { areTaken } from './development.ts'

/** Stands for the hash of a build until its content is known; as long as that, so that source maps hold. */
const place = '0versionhash0'

/**
 * What a page calls a build of `name`: its container, what loads its chunks, and its part of Module Federation. It ends with a hash of the
 * build, so that two versions can be in one page and nothing of one is taken for the other's.
 */
export const containerOf = (name: string): string => `${plainName(name)}__${areTaken ? 'dev' : place}`

/** What classes of CSS modules begin with: the name of a remote, or of its container without the hash. */
export const plainName = (name: string): string => name.replaceAll('-', '_').replace(/__.*/, '')

export const nameByContent: RspackPluginInstance = {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('container-name', (compilation) => {
      let hash = place
      const replaceIn = (files: string[]): void => {
        for (const file of files) compilation.updateAsset(file, (source) => replaced(source, hash))
      }
      // When source maps are made, and before hashes of files are.
      const stage = Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 1
      compilation.hooks.processAssets.tap({ name: 'container-name', stage }, (assets) => {
        const files = Object.keys(assets).toSorted()
        const content = createHash('sha256')
        for (const file of files.filter((each) => !each.endsWith('.map'))) content.update(assets[file]?.buffer() ?? '')
        hash = content.digest('hex').slice(0, place.length)
        replaceIn(files)
      })
      compilation.hooks.processAssets.tap({ name: 'container-name', stage: Infinity }, (assets) =>
        replaceIn(Object.keys(assets).filter((file) => file.endsWith('.json'))),
      )
    })
  },
}

function replaced(source: sources.Source, hash: string): sources.Source {
  const text = source.source()
  return typeof text === 'string' && text.includes(place) ? new sources.RawSource(text.replaceAll(place, hash)) : source
}
