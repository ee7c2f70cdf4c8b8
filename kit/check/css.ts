import { type AtRule, type ChildNode, parse } from 'postcss'
import selectorParser, { type Attribute, type Node, type Selector } from 'postcss-selector-parser'

/** The attribute that the shell sets around all that a remote draws, with its name; its styles must stay within. */
const SCOPE_ATTRIBUTE = 'data-remote'

/** At-rules that only group what stands in them. */
const groups = /^(media|supports|container|layer|starting-style)$/
/** At-rules with a name that holds in the whole page. */
const named = /^((-\w+-)?keyframes|font-face|property|counter-style|font-palette-values|position-try)$/

/** What of a stylesheet may reach more than the remote's own elements: a selector or at-rule, and what to do. */
interface Leak {
  symbol: string
  advice: string
}

/** Where a rule stands: anywhere, nested in a selector of the remote, or in its scope, where selectors match nothing else. */
type Place = 'outside' | 'nested' | 'in scope'

/** Finds what leaks out of the scope of `remote`. Throws when it is no CSS. */
export function findLeaks(css: string, remote: string): Leak[] {
  return leaksIn(parse(css).nodes, remote, 'outside')
}

function leaksIn(nodes: readonly ChildNode[] | undefined, remote: string, place: Place): Leak[] {
  return (nodes ?? []).flatMap((node): Leak[] => {
    if (node.type === 'atrule') return leaksOfAtRule(node, remote, place)
    if (node.type !== 'rule') return []
    if (place === 'in scope') return leaksIn(node.nodes, remote, place)
    const leaking = parseSelectors(node.selector).filter((selector) => !isScoped(selector, remote, place === 'nested'))
    // What is nested in a selector that leaks is told with it.
    if (leaking.length === 0) return leaksIn(node.nodes, remote, 'nested')
    return leaking.map((selector) => {
      const symbol = String(selector).trim()
      return { symbol, advice: `Build it with kit/build, or write [${SCOPE_ATTRIBUTE}='${remote}'] ${symbol}.` }
    })
  })
}

function leaksOfAtRule(rule: AtRule, remote: string, place: Place): Leak[] {
  const symbol = `@${rule.name} ${rule.params}`.trim()
  if (groups.test(rule.name)) return leaksIn(rule.nodes, remote, place)
  if (rule.name === 'scope') {
    const root = /^\(([^()]+)\)/.exec(rule.params)?.[1]
    const isOwn = root !== undefined && parseSelectors(root).every((one) => isScoped(one, remote, place === 'nested'))
    if (isOwn || place === 'in scope') return leaksIn(rule.nodes, remote, 'in scope')
  }
  if (named.test(rule.name)) {
    if (toClassName(nameOf(rule).replace(/^--/, '')).startsWith(`${toClassName(remote)}_`)) return []
    return [{ symbol, advice: `Its name holds in the whole page: begin it with "${remote}-".` }]
  }
  return rule.name === 'charset' ? [] : [{ symbol, advice: 'It holds in the whole page: leave it out.' }]
}

const parseSelectors = (text: string): Selector[] => selectorParser().astSync(text).nodes

/** The container's name, with which the build begins what it names in CSS modules. */
const toClassName = (name: string): string => name.replaceAll('-', '_')

/** The name that a rule gives to something; a font's stands within. */
function nameOf(rule: AtRule): string {
  if (rule.name !== 'font-face') return rule.params
  const family = rule.nodes?.find((node) => node.type === 'decl' && node.prop.toLowerCase() === 'font-family')
  return family?.type === 'decl' ? family.value.replaceAll(/["']/g, '') : ''
}

/**
 * Whether a selector matches nothing but what is in the remote: one of its compounds has the remote's attribute, or a class of its CSS
 * modules, and what follows leads further in. A step aside from the element with the attribute would leave it.
 */
function isScoped(selector: Selector, remote: string, isWithin: boolean): boolean {
  const { nodes } = selector
  const [first] = nodes
  let names = 0
  selector.walkNesting(() => void names++)
  if (isWithin && names === 0) return !(first && isStepAside(first))
  let place: 'outside' | 'at its root' | 'within' = 'outside'
  for (const node of nodes) {
    if (isOwnClass(node, remote)) place = 'within'
    else if (place === 'outside' && (isRoot(node, remote) || (isWithin && node.type === 'nesting')))
      place = 'at its root'
    else if (place === 'at its root' && node.type === 'combinator') {
      if (isStepAside(node)) return false
      place = 'within'
    }
  }
  return place !== 'outside'
}

const isStepAside = (node: Node): boolean => node.type === 'combinator' && /[+~]/.test(node.value)

const isOwnClass = (node: Node, remote: string): boolean =>
  node.type === 'class' && node.value.startsWith(`${toClassName(remote)}-`)

function isRoot(node: Node, remote: string): boolean {
  if (node.type === 'pseudo' && /^:(is|where)$/.test(node.value))
    return node.nodes.every((selector) => isScoped(selector, remote, false))
  return node.type === 'attribute' && isOfRemote(node, remote)
}

/** Whether an element with this attribute is the one that the shell sets around what `remote` draws. */
export const isOfRemote = ({ attribute, operator, value }: Attribute, remote: string): boolean =>
  attribute === SCOPE_ATTRIBUTE && operator === '=' && value === remote
