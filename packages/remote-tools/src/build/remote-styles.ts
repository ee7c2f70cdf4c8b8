import { Compilation, type RspackPluginInstance, sources } from '@rspack/core'
import { type AtRule, atRule, type ChildNode, type Container, parse } from 'postcss'
import { layerOf, scopeOf } from 'contract/style-scope.ts'

/** The layer overrides kit's styles; the scope matches only elements of the remote. */
export const remoteStyles = (remote: string): RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('remote-styles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1
      compilation.hooks.processAssets.tap({ name: 'remote-styles', stage }, (assets) => {
        for (const path of Object.keys(assets).filter((name) => name.endsWith('.css')))
          compilation.updateAsset(path, (asset) => new sources.RawSource(scopeStyles(String(asset.source()), remote)))
      })
    })
  },
})

// Some browsers accept these only outside of scopes. check/css.ts checks their names.
const isNamed = (node: ChildNode): boolean =>
  node.type === 'atrule' && /^(.*keyframes|font-.*|property)$/.test(node.name)

const isCharset = (node: ChildNode): boolean => node.type === 'atrule' && node.name === 'charset'

const wrapIn = (name: string, params: string, nodes: ChildNode[]): AtRule => atRule({ name, params, nodes })

export function scopeStyles(css: string, remote: string): string {
  const root = parse(css)
  const nodes = root.nodes.filter((node) => !isCharset(node))
  const scoped = wrapIn(
    'scope',
    scopeOf(remote),
    nodes.filter((node) => !isNamed(node)),
  )
  const layer: Container = wrapIn('layer', layerOf(remote), [...nodes.filter(isNamed), scoped])
  return String(layer)
}
