import { parse } from 'postcss'

/** Returns the part of a stylesheet that may apply to elements with these classes, to send it with their page. */
export function usedStyles(css: string, classes: ReadonlySet<string>): string {
  const isUsed = (selector: string): boolean =>
    [...requiredPart(selector).matchAll(/\.([\w-]+)/g)].every(([, name = '']) => classes.has(name))
  const root = parse(css)
  root.walkComments((comment) => void comment.remove())
  root.walkRules((rule) => {
    const isFrame = rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name.endsWith('keyframes')
    if (!isFrame && !rule.selectors.some(isUsed)) rule.remove()
  })
  const named = () => new Set([...String(root).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  // A property may be used by another one only.
  for (let before = Infinity, names = named(); names.size < before; before = names.size, names = named())
    root.walkDecls(/^--/, (property) => void (names.has(property.prop) || property.remove()))
  root.walkAtRules((rule) => void (rule.nodes?.length === 0 && rule.remove()))
  return String(root)
}

/** Without the parts that need not match, or of which one suffices. */
const requiredPart = (selector: string): string =>
  selector.replaceAll(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g, '').replaceAll(/:(?:is|where)\([^()]*,[^()]*\)/g, '')
