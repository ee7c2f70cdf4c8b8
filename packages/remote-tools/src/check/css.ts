import { isOwnName, layerOf, scopeOf } from 'contract/style-scope.ts'
import { type AtRule, type ChildNode, parse } from 'postcss'
import { nameOf } from '../build/at-rule-name.ts'

const groups = /^(media|supports|container|layer|scope|starting-style)$/
// At-rules with names that apply to the whole page.
const named = /^((-\w+-)?keyframes|font-face|property|counter-style|font-palette-values|position-try)$/

/** Finds styles outside of the remote's layer and scope, and global at-rules. Throws if invalid. */
export function findLeaks(css: string, remote: string) {
  const root = parse(css)
  const contents = root.nodes.flatMap((node) => (isAtRule(node, 'layer', layerOf(remote)) ? (node.nodes ?? []) : node))
  const unscoped = contents.filter((node) => !isHarmless(node) && !isAtRule(node, 'scope', scopeOf(remote)))
  const leaks = unscoped.map((node) => ({ symbol: symbolOf(node), advice: 'Build it with kit/build.' }))
  root.walkAtRules((rule) => {
    const advice = adviceOn(rule, remote)
    if (advice !== null && !unscoped.includes(rule)) leaks.push({ symbol: symbolOf(rule), advice })
  })
  return leaks
}

const isAtRule = (node: ChildNode, name: string, params: string): node is AtRule =>
  node.type === 'atrule' && node.name === name && node.params === params

// Styles no element; at-rules with a name are checked by `adviceOn`.
const isHarmless = (node: ChildNode): boolean =>
  node.type === 'comment' || (node.type === 'atrule' && named.test(node.name))

const symbolOf = (node: ChildNode): string =>
  node.type === 'rule' ? node.selector : node.type === 'atrule' ? `@${node.name} ${node.params}`.trim() : String(node)

function adviceOn(rule: AtRule, remote: string): string | null {
  if (groups.test(rule.name)) return null
  if (!named.test(rule.name)) return 'It applies to the whole page. Remove it.'
  return isOwnName(nameOf(rule), remote) ? null : `Its name applies to the whole page. Start it with "${remote}-".`
}
