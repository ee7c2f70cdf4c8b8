import { Compilation, type RspackPluginInstance, sources } from '@rspack/core'
import { type AtRule, atRule, type ChildNode, type Container, parse } from 'postcss'
import { isOfRemote } from '../check/css.ts'
import selectorParser from 'postcss-selector-parser'

/**
 * Puts each stylesheet of a remote into a layer and a scope of its own: it goes before the styles of kit, and matches nothing but what the
 * remote draws, whatever its selectors say.
 */
export const remoteStyles = (remote: string): RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('remote-styles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1
      compilation.hooks.processAssets.tap({ name: 'remote-styles', stage }, (assets) => {
        for (const path of Object.keys(assets).filter((name) => name.endsWith('.css')))
          compilation.updateAsset(path, (asset) => new sources.RawSource(inScope(String(asset.source()), remote)))
      })
    })
  },
})

/** What gives names, which no scope holds; some browsers know it outside of scopes only. How it may be called kit/check/css.ts says. */
const isNamed = (node: ChildNode): boolean =>
  node.type === 'atrule' && /^(.*keyframes|font-.*|property)$/.test(node.name)

const isCharset = (node: ChildNode): boolean => node.type === 'atrule' && node.name === 'charset'

const around = (name: string, params: string, nodes: ChildNode[]): AtRule => atRule({ name, params, nodes })

/** `css` in the layer and scope of `remote`. */
export function inScope(css: string, remote: string): string {
  const root = parse(css)
  // For the selectors of a scope its root is `:scope`.
  const relative = selectorParser((selectors) =>
    selectors.walkAttributes((attribute) => {
      if (isOfRemote(attribute, remote)) attribute.replaceWith(selectorParser.pseudo({ value: ':scope' }))
    }),
  )
  root.walkRules((rule) => {
    rule.selector = relative.processSync(rule.selector)
  })
  root.walkAtRules('scope', (rule) => {
    rule.params = rule.params.replace(/^\(([^()]+)\)/, (_, selector: string) => `(${relative.processSync(selector)})`)
  })
  const nodes = root.nodes.filter((node) => !isCharset(node))
  const scoped = around(
    'scope',
    // What another one draws inside it, or this one anew in a place of its page, begins a scope of its own.
    `([data-remote='${remote}']) to (:scope [data-remote])`,
    nodes.filter((node) => !isNamed(node)),
  )
  const layer: Container = around('layer', `remotes.${remote}`, [...nodes.filter(isNamed), scoped])
  return String(layer)
}
