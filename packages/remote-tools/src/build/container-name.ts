import { createHash } from 'node:crypto'
import { Compilation, type Compiler, type RspackPluginInstance, sources } from '@rspack/core'
import { isRemoteDev } from './development.ts'

// Replaced by the hash of the build. Has the same length, so that source maps stay valid.
const placeholder = '0versionhash0'

// With a hash of the build, so that a page can load two versions of a remote.
export const containerOf = (name: string): string => `${plainName(name)}__${isRemoteDev ? 'dev' : placeholder}`

export const plainName = (name: string): string => name.replaceAll('-', '_').replace(/__.*/, '')

export const hashContainerNames: RspackPluginInstance = {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('container-name', (compilation) => {
      let hash = placeholder
      const replaceIn = (files: string[]): void => {
        for (const file of files) compilation.updateAsset(file, (source) => replacePlaceholder(source, hash))
      }
      // After source maps are made, before files are hashed.
      const stage = Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 1
      compilation.hooks.processAssets.tap({ name: 'container-name', stage }, (assets) => {
        const files = Object.keys(assets).toSorted()
        const content = createHash('sha256')
        for (const file of files.filter((each) => !each.endsWith('.map'))) content.update(assets[file]?.buffer() ?? '')
        hash = content.digest('hex').slice(0, placeholder.length)
        replaceIn(files)
      })
      compilation.hooks.processAssets.tap({ name: 'container-name', stage: Infinity }, (assets) =>
        replaceIn(Object.keys(assets).filter((file) => file.endsWith('.json'))),
      )
    })
  },
}

function replacePlaceholder(source: sources.Source, hash: string): sources.Source {
  const text = source.source()
  return typeof text === 'string' && text.includes(placeholder)
    ? new sources.RawSource(text.replaceAll(placeholder, hash))
    : source
}
