import { type DefaultTreeAdapterTypes as Tree, parseFragment, serialize } from 'parse5'
import { productPlaceholder } from '../run/run-outcome.ts'

const elements = words(`a abbr article b bdi blockquote br button cite code dd details div dl dt em fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 header hr i img input kbd label legend li nav ol optgroup option p section select
  small span strong sub summary sup svg table tbody td textarea th thead time tr ul
  circle ellipse g line path polygon polyline rect`)
const attributes = words(`alt autocapitalize autocomplete autocorrect checked class colspan datetime dir disabled
  enterkeyhint for height hidden href id inert inputmode label lang max maxlength method min minlength multiple name novalidate
  open pattern placeholder readonly rel required role rows rowspan scope selected size spellcheck src step tabindex title
  translate type value width wrap
  clip-rule cx cy d fill fill-opacity fill-rule focusable opacity points r rx ry stroke stroke-dasharray
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width transform viewBox x x1 x2 xmlns y y1 y2`)
const rules = new Map<string, [form: RegExp, why: string]>([
  [
    'data-style', // or the number of an earlier one
    [
      /^\d+$|^(?!.*(?:\b(?:url|src|image-set|attr)\(|\/\*))(?:-{0,2}[a-z][a-z\d-]*:[\w .,%()#+*/-]+(?:; ?|$))+$/i,
      'must be plain declarations without url()',
    ],
  ],
  ['data-when', [/^!?[a-z\d-]+(?: !?[a-z\d-]+)*$/, 'must name facts, such as "sign-up"']],
  ['href', [/^(?:\/(?![/\\])|[#?])[^\s\\]*$/, 'must be a path inside the product']],
  // Others could hide elements of the page from its scripts.
  ['id', [/^still-\d+$/, 'must be numbered by the build']],
  // Typed text never gets into a URL.
  ['method', [/^post$/, 'must be "post"']],
  ['src', [/^data:image\/(?:avif|gif|jpeg|png|svg\+xml|webp)[;,]/, 'must be an image as a data: URL']],
])
const named = words('button input select textarea')
const fields = words('input select textarea')

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
  let level = elementsOf(page)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return [`nests more than ${maxDepth} elements`]
    for (const element of level) for (const problem of elementProblems(element)) problems.add(problem)
    level = level.flatMap(elementsOf)
  }
  // Otherwise it could mean something else where the server inserts it. Finds comments, too.
  if (problems.size === 0 && (serialize(page) !== html || html.includes('<!')))
    return ['is not in the form that kit/build writes']
  return [...problems]
}

const elementsOf = ({ childNodes }: Tree.ParentNode): Tree.Element[] => childNodes.filter((node) => 'tagName' in node)

function elementProblems(element: Tree.Element): string[] {
  const { tagName, attrs } = element
  if (!elements.has(tagName)) return [`has a <${tagName}> element`]
  if (fields.has(tagName) && isInFormWithoutMethod(element))
    return [
      'has a <form> with fields but without method="post": until its scripts run, the URL would get what is typed',
    ]
  return attrs.flatMap(({ name, value }) => {
    const isKnown = attributes.has(name) || /^(?:aria|data)-[a-z\d-]+$/.test(name)
    if (!isKnown || (name === 'name' && !named.has(tagName))) return [`has the attribute ${name} on <${tagName}>`]
    const [form = /^/, why] = rules.get(name) ?? []
    const isFine = form.test(value) && (name !== 'data-style' || isBalanced(value))
    return isFine ? [] : [`has ${name}="${value.slice(0, 80)}" on <${tagName}>, which ${why}`]
  })
}

function isInFormWithoutMethod({ parentNode }: Tree.Element): boolean {
  if (parentNode === null || !('tagName' in parentNode)) return false
  return parentNode.tagName === 'form' ? lacksMethod(parentNode) : isInFormWithoutMethod(parentNode)
}

const lacksMethod = (node: Tree.Element): boolean => node.tagName === 'form' && valueOf(node, 'method') === undefined

/** An open parenthesis would swallow the rules that follow. */
function isBalanced(style: string): boolean {
  let rest = style
  for (let depth = 0; depth < 10; depth += 1) rest = rest.replaceAll(/\([^();]*\)/g, '')
  return !/[()]/.test(rest)
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
  const css: string[] = []
  const withName = (text: string) => text.replaceAll(productPlaceholder, () => brand.name)
  const isShown = (node: Tree.ChildNode): boolean =>
    (valueOf(node, 'data-when')?.split(' ') ?? []).every(
      (fact) => holds(fact.replace('!', '')) !== fact.startsWith('!'),
    )
  /** Returns its class. A repeated style is the number of the first one, which may be removed. */
  const addRule = (style: string): string => {
    if (/^\d+$/.test(style)) return `still-${style}`
    const important = style.split(';').flatMap((each) => (each.trim() === '' ? [] : `${each.trim()}!important`))
    css.push(`.still-${css.length + 1}{${important.join(';')}}`)
    return `still-${css.length}`
  }
  const fill = (parent: Tree.ParentNode): void => {
    for (const node of parent.childNodes) {
      if ('value' in node) node.value = withName(node.value)
      if (!('tagName' in node)) continue
      const style = valueOf(node, 'data-style')
      const classNames = [valueOf(node, 'class'), style && addRule(style)].filter(Boolean).join(' ')
      node.attrs = [
        ...node.attrs.filter(({ name }) => name !== 'class' && name !== 'data-style'),
        ...(classNames === '' ? [] : [{ name: 'class', value: classNames }]),
        ...(valueOf(node, 'data-mark') === undefined ? [] : markAttributes(brand.mark)),
        // Release 2.0.0 accepted forms without it.
        ...(lacksMethod(node) ? [{ name: 'method', value: 'post' }] : []),
      ]
      for (const attribute of node.attrs) attribute.value = withName(attribute.value)
      fill(node)
    }
    parent.childNodes = parent.childNodes.filter(isShown)
  }
  fill(page)
  return { html: serialize(page), css: css.join('') }
}

/** Drawing an SVG file takes as long as the rest of the page: it follows in the next frame. */
const markAttributes = (url: string) => [
  { name: 'src', value: url },
  { name: 'loading', value: 'lazy' },
]

const valueOf = (node: Tree.ChildNode, wanted: string): string | undefined =>
  'attrs' in node ? node.attrs.find(({ name }) => name === wanted)?.value : undefined
