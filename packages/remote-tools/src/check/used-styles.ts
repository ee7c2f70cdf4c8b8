import { parse } from 'postcss'

/** Set by the document's script. */
const changing = ['data-mantine-color-scheme', 'data-pending']

/** Returns the part of a stylesheet that may apply to elements with these names, to send it with their page. */
export function usedStyles(css: string, names: ReadonlySet<string>): string {
  const isUsed = (selector: string): boolean => requiredNames(selector).every((name) => names.has(name))
  const root = parse(css)
  root.walkComments((comment) => void comment.remove())
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name.endsWith('keyframes')) return
    const used = rule.selectors.filter(isUsed)
    if (used.length === 0) rule.remove()
    else if (used.length < rule.selectors.length) rule.selectors = used
  })
  const named = () => new Set([...String(root).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  // A property may be used by another one only.
  for (let before = Infinity, wanted = named(); wanted.size < before; before = wanted.size, wanted = named())
    root.walkDecls(/^--/, (property) => void (wanted.has(property.prop) || property.remove()))
  const animated = new Set<string>()
  root.walkDecls(/^(?:animation|--)/, ({ value }) => value.split(/[\s,]+/).forEach((word) => animated.add(word)))
  // Text is first drawn without files of fonts, and looking for them takes time.
  root.walkAtRules('font-face', (face) => void (String(face).includes('url(') && face.remove()))
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0 || (rule.name === 'keyframes' && !animated.has(rule.params))) rule.remove()
  })
  return String(root)
}

/** The classes of this HTML as `.name`, and attributes that styles depend on as `[name]` and `[name=value]`. */
export function namesIn(html: string): Set<string> {
  const names = new Set(changing.map((name) => `[${name}]`))
  for (const [, name = '', value = ''] of html.matchAll(/ (class|dir|data-[\w-]+|type)(?:="([^"]*)")?/g)) {
    if (name === 'class') for (const each of value.split(' ')) names.add(`.${each}`)
    else names.add(`[${name}]`).add(`[${name}=${value}]`)
  }
  return names
}

/** Without the parts that need not match, or of which one suffices. */
function requiredNames(selector: string): string[] {
  const required = selector
    .replaceAll(/:not\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/:(?:is|where|has)\([^(),]*,[^()]*\)/g, '')
  const parts = required.matchAll(/\.[\w-]+|\[(dir|data-[\w-]+|type)(?:="?([^[\]"]*)"?)?\]/g)
  return [...parts].map(([part, name = '', value]) =>
    value !== undefined && changing.includes(name) ? `[${name}]` : part.replaceAll('"', ''),
  )
}
