import { type DefaultTreeAdapterTypes as Tree, parseFragment, serialize } from 'parse5'

/** The build writes it where a page shows the name of the product. */
export const productPlaceholder = '{{product}}'

const elements = words(`a abbr article b bdi blockquote br button cite code dd details div dl dt em fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 header hr i img input kbd label legend li nav ol optgroup option p section select
  small span strong sub summary sup svg table tbody td textarea th thead time tr ul
  circle ellipse g line path polygon polyline rect`)
const attributes = words(`alt autocapitalize autocomplete autocorrect checked class colspan datetime dir disabled
  enterkeyhint for height hidden href id inert inputmode lang max maxlength method min minlength multiple name novalidate open
  pattern placeholder readonly rel required role rows rowspan scope selected spellcheck src step tabindex title translate
  type value width wrap
  clip-rule cx cy d fill fill-opacity fill-rule focusable opacity points r rx ry stroke stroke-dasharray
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width transform viewBox x x1 x2 xmlns y y1 y2`)
// Nothing that loads a file, or ends the rule or its comment.
const plainStyle = /^(?!.*(?:\b(?:url|src|image-set|attr)\(|\/\*))(?:-{0,2}[a-z][a-z\d-]*:[\w .,%()#+*/-]+(?:; ?|$))+$/i

function isBalanced(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

interface Rule {
  accepts: (value: string) => boolean
  why: string
}

const matching = (form: RegExp) => (value: string) => form.test(value)
const rules = new Map<string, Rule>([
  [
    'data-style',
    {
      accepts: (value) => plainStyle.test(value) && value.split(';').every(isBalanced),
      why: 'must be plain declarations without url()',
    },
  ],
  ['data-when', { accepts: matching(/^!?[a-z\d-]+(?: !?[a-z\d-]+)*$/), why: 'must name facts, such as "sign-up"' }],
  ['href', { accepts: matching(/^(?:\/(?![/\\])|[#?])[^\s\\]*$/), why: 'must be a path inside the product' }],
  // Others could hide elements of the page from its scripts.
  ['id', { accepts: matching(/^still-\d+$/), why: 'must be numbered by the build' }],
  // Typed text never gets into a URL.
  ['method', { accepts: matching(/^post$/), why: 'must be "post"' }],
  [
    'src',
    {
      accepts: matching(/^data:image\/(?:avif|gif|jpeg|png|svg\+xml|webp)[;,]/),
      why: 'must be an image as a data: URL',
    },
  ],
])
const named = words('button input select textarea')

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

const maxBytes = 20_000
const maxDepth = 50

/** Returns sentences that follow the name of a page. */
export function findPageProblems(html: string): string[] {
  const bytes = Buffer.byteLength(html)
  if (bytes > maxBytes) return [`has ${bytes} bytes; the maximum is ${maxBytes}`]
  const page = parseFragment(html)
  const problems = new Set<string>()
  let level: Tree.ParentNode[] = [page]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return [`nests more than ${maxDepth} elements`]
    level = level.flatMap(({ childNodes }) => childNodes.filter((node) => 'tagName' in node))
    for (const element of level) for (const problem of elementProblems(element)) problems.add(problem)
  }
  // Otherwise it could mean something else where the server inserts it. Finds comments, too.
  if (problems.size === 0 && (serialize(page) !== html || html.includes('<!')))
    return ['is not in the form that kit/build writes']
  return [...problems]
}

function elementProblems({ tagName, attrs }: Tree.Element): string[] {
  if (!elements.has(tagName)) return [`has a <${tagName}> element`]
  return attrs.flatMap(({ name, value }) => {
    const isKnown = attributes.has(name) || /^(?:aria|data)-[a-z\d-]+$/.test(name)
    if (!isKnown || (name === 'name' && !named.has(tagName))) return [`has the attribute ${name} on <${tagName}>`]
    const rule = rules.get(name)
    return rule && !rule.accepts(value)
      ? [`has ${name}="${value.slice(0, 80)}" on <${tagName}>, which ${rule.why}`]
      : []
  })
}

interface FilledPage {
  html: string
  /** For a style element with the nonce: policies block style attributes. */
  css: string
}

/** Removes what does not hold (`data-when`), and shows the brand. `mark` is a URL. */
export function fillPage(
  html: string,
  holds: (fact: string) => boolean,
  brand: { name: string; mark: string },
): FilledPage {
  const page = parseFragment(html)
  const classes = new Map<string, string>()
  const isShown = (when: string) =>
    when === '' || when.split(' ').every((fact) => (fact.startsWith('!') ? !holds(fact.slice(1)) : holds(fact)))
  const withName = (text: string) => text.replaceAll(productPlaceholder, () => brand.name)
  const fill = (parent: Tree.ParentNode): void => {
    parent.childNodes = parent.childNodes.filter((node) => !('tagName' in node) || isShown(valueOf(node, 'data-when')))
    for (const node of parent.childNodes) {
      if ('value' in node) node.value = withName(node.value)
      if (!('tagName' in node)) continue
      const style = valueOf(node, 'data-style')
      if (style !== '' && !classes.has(style)) classes.set(style, `still-${classes.size + 1}`)
      const classNames = `${valueOf(node, 'class')} ${classes.get(style) ?? ''}`.trim()
      const isMark = node.attrs.some(({ name }) => name === 'data-mark')
      node.attrs = [
        ...node.attrs
          .filter(({ name }) => !['class', 'data-style', 'data-when'].includes(name))
          .map(({ value, ...attribute }) => ({ ...attribute, value: withName(value) })),
        ...(classNames === '' ? [] : [{ name: 'class', value: classNames }]),
        ...(isMark ? [{ name: 'src', value: brand.mark }] : []),
      ]
      fill(node)
    }
  }
  fill(page)
  const css = [...classes].map(
    ([style, name]) =>
      `.${name}{${style
        .split(';')
        .filter((each) => each.trim() !== '')
        .map((each) => `${each.trim()}!important`)
        .join(';')}}`,
  )
  return { html: serialize(page), css: css.join('') }
}

const valueOf = ({ attrs }: Tree.Element, wanted: string): string =>
  attrs.find(({ name }) => name === wanted)?.value ?? ''
