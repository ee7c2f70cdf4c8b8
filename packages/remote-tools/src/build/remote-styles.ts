import { Compilation, sources } from '@rspack/core'
import { type AtRule, atRule, type ChildNode, type Container, parse, type Root } from 'postcss'
import { isOwnName, layerOf, scopeOf } from 'contract/style-scope.ts'
import { nameOf } from './at-rule-name.ts'
import { changeAssets } from './change-assets.ts'

/** The layer overrides kit's styles; the scope matches only elements of the remote. */
export const remoteStyles = (remote: string) =>
  changeAssets('remote-styles', Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1, (assets, compilation) => {
    const texts = Object.entries(assets).flatMap(([path, asset]): [string, string][] =>
      path.endsWith('.css') ? [[path, String(asset.source())]] : [],
    )
    // One file may use a name that another one defines.
    const names = findNames(
      texts.map(([, css]) => css),
      remote,
    )
    for (const [path, css] of texts)
      compilation.updateAsset(path, new sources.RawSource(scopeStyles(css, remote, names)))
  })

// Some browsers accept these only outside of scopes. check/css.ts checks their names.
const isNamed = (node: ChildNode): boolean =>
  node.type === 'atrule' && /^(.*keyframes|font-.*|property)$/.test(node.name)

const isCharset = (node: ChildNode): boolean => node.type === 'atrule' && node.name === 'charset'

const wrapIn = (name: string, params: string, nodes: ChildNode[]): AtRule => atRule({ name, params, nodes })

export function scopeStyles(css: string, remote: string, names: Names = findNames([css], remote)): string {
  const root = parse(css)
  prefixNames(root, remote, names)
  // No scope contains the root of the page, where libraries define their properties.
  root.walkRules(/:(root|host)/, (rule) => {
    rule.selectors = [...new Set(rule.selectors.map((selector) => selector.replace(/^:(root|host)$/, ':scope')))]
  })
  const nodes = root.nodes.filter((node) => !isCharset(node))
  const scoped = wrapIn(
    'scope',
    scopeOf(remote),
    nodes.filter((node) => !isNamed(node)),
  )
  const layer: Container = wrapIn('layer', layerOf(remote), [...nodes.filter(isNamed), scoped])
  return String(layer)
}

/** Names that apply to the whole page, such as Tailwind's, by the at-rule that defines them. */
type Names = Record<'property' | 'keyframes' | 'font-face', Set<string>>

function findNames(styles: string[], remote: string): Names {
  const names: Names = { property: new Set(), keyframes: new Set(), 'font-face': new Set() }
  for (const css of styles)
    parse(css).walkAtRules((rule) => {
      const kind = /(?:property|keyframes|font-face)$/.exec(rule.name)?.[0]
      const name = nameOf(rule)
      if (
        (kind === 'property' || kind === 'keyframes' || kind === 'font-face') &&
        name !== '' &&
        !isOwnName(name, remote)
      )
        names[kind].add(name)
    })
  return names
}

function prefixNames(root: Root, remote: string, { property, keyframes, 'font-face': fonts }: Names): void {
  const prefixIn = (text: string, names: Set<string>): string => {
    let prefixed = text
    for (const name of names)
      prefixed = prefixed.replaceAll(name, (_, start: number, whole: string) =>
        /[\w-]/.test(`${whole[start - 1] ?? ''}${whole[start + name.length] ?? ''}`)
          ? name
          : name.replace(/^(?:--)?/, `$&${remote}-`),
      )
    return prefixed
  }
  root.walkDecls((node) => {
    const isTimed = node.prop.includes('animation') || (node.prop.startsWith('--') && /\dm?s\b/.test(node.value))
    if (isTimed) node.value = prefixIn(node.value, keyframes)
    if (node.prop.includes('font')) node.value = prefixIn(node.value, fonts)
    node.value = prefixIn(node.value, property)
    node.prop = prefixIn(node.prop, property)
  })
  root.walkAtRules((rule) => {
    rule.params = prefixIn(rule.params, rule.name.endsWith('keyframes') ? keyframes : property)
  })
}
