// @vitest-environment node
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import * as jsxRuntime from 'react/jsx-runtime'
import * as react from 'react'
import type { Build } from '../build/version-document.ts'
import { checkVersion } from './check.ts'
import { budgets, type Facts } from './facts.ts'
import type { ViolationCode } from './violation.ts'
import { inspectBuild } from './inspect-build.ts'
import { sources } from '../testing/base-remote.ts'
import { buildRemote } from '../testing/build-remote.ts'

// Changes of a valid remote that are rejected or accepted. Few of them need the bundler or a run.

const schema = `
  type Query { viewer: Viewer, node(id: ID!): Viewer }
  type Viewer { id: ID!, name: String, old: String @deprecated }
  type Mutation { rename(input: Input!): Viewer }
  input Input { name: String!, nick: String }`

const kitNames = [
  'Badge',
  'Outlet',
  'refreshSession',
  'useSearchParams',
  'useSession',
  'Page',
  'Text',
  'Trans',
  'useLingui',
  'Button',
  'i18n',
]
const provides = {
  kit: kitNames,
  'kit/graphql': ['useQuery', 'mutate'],
  react: Object.keys(react),
  'react/jsx-runtime': Object.keys(jsxRuntime),
}
const other = {
  name: 'mf-other',
  version: '3.0.0',
  isPublic: true,
  routes: ['/other', '/teams/:id/bills'],
  places: ['start-card/bills'],
  needs: {},
  uses: {},
}
const live: Facts = {
  shells: [{ version: '1.4.0', isPublic: true, kit: '1.4.0', provides }],
  remotes: [other, { ...other, name: 'mf-one', version: '0.9.0', routes: ['/one', '/two/:id'] }],
  grants: [],
  reservedPaths: ['/api', '/graphql'],
  schema,
  budgets,
}

let base: Build
beforeAll(async () => {
  base = await buildRemote(sources)
})

type Document = Build['document']
type Description = NonNullable<Document['description']>
interface CheckInput {
  build: Build
  facts: Facts
  isBuilt?: boolean
}

const withDocument = (change: Partial<Document>) => (): CheckInput => ({
  build: { ...base, document: { ...base.document, ...change } },
  facts: live,
})
const withDescription = (change: Partial<Description>) => (): CheckInput =>
  withDocument({ description: { ...descriptionOf(base), ...change } })()
const withUses = (change: Document['uses']) => (): CheckInput =>
  withDocument({ uses: { ...base.document.uses, ...change } })()
const withDocuments = (...texts: string[]) =>
  withDocument({ documents: Object.fromEntries(texts.map((text) => [hashOf(text), text])) })
const withFacts = (change: Partial<Facts>) => (): CheckInput => ({ build: base, facts: { ...live, ...change } })

const withBundled =
  (...modules: string[]) =>
  (): CheckInput => ({
    build: {
      ...base,
      bundled: [...base.bundled, ...modules],
      importers: { '@mantine/core': 'big-table (src/page.tsx)' },
    },
    facts: live,
    isBuilt: true,
  })

/** Changes or adds a file, and updates its hash everywhere. */
const withFile = (part: RegExp | string, change: (content: string) => string) => (): CheckInput => {
  const changed =
    typeof part === 'string' ? part : (Object.keys(base.document.files).find((name) => part.test(name)) ?? '')
  const contents = new Map(
    Object.entries(base.document.files).map(([name, { integrity }]) => [name, String(base.files.get(integrity))]),
  )
  const isNew = !contents.has(changed)
  const set = (name: string, content: string): void => {
    const before = contents.get(name)
    contents.set(name, content)
    if (before === undefined) return
    for (const [path, text] of contents)
      if (text.includes(integrityOf(before))) set(path, text.replaceAll(integrityOf(before), integrityOf(content)))
  }
  set(changed, change(contents.get(changed) ?? ''))
  const { entry } = base.document
  if (isNew && /\.(js|css)$/.test(changed))
    set(entry, `${contents.get(entry)}//${integrityOf(contents.get(changed) ?? '')}`)
  const files = Object.fromEntries(
    [...contents].map(([name, text]) => [name, { integrity: integrityOf(text), bytes: Buffer.byteLength(text) }]),
  )
  const byIntegrity = new Map([...contents.values()].map((text) => [integrityOf(text), Buffer.from(text)]))
  return { build: { ...base, document: { ...base.document, files }, files: byIntegrity }, facts: live }
}
const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const withDocumentOf = ({ build, facts }: CheckInput, files: Document['files']): CheckInput => ({
  build: { ...base, document: { ...base.document, files }, files: new Map([...base.files, ...build.files]) },
  facts,
})
const withCss = (css: string) => withFile(/remote\.\w+\.css$/, (content) => content + css)

/** A prerendered page of a public route, with a change of its HTML. */
const withPrerendered =
  (html: string, pattern = '/two/:id') =>
  (): CheckInput => {
    const { build, facts } = withFile('pages/two.en.html', () => html)()
    const prerendered = { [pattern]: { en: 'pages/two.en.html' } }
    return { build: { ...build, document: { ...build.document, prerendered } }, facts }
  }
const refusedPage = (
  what: string,
  html: string,
  ...words: string[]
): [string, Change, ViolationCode, string, ...string[]] => [
  `a prerendered page with ${what}`,
  withPrerendered(html),
  'PAGE_INVALID',
  '/two/:id',
  'pages/two.en.html',
  ...words,
]

/** Each of these builds a remote, so `npm test` runs only some of them. */
const builds = new Set<Change>()
const withSources = (files: Record<string, string>): Change => {
  const change = async (): Promise<CheckInput> => ({
    build: await buildRemote({ ...sources, ...files }),
    facts: live,
    isBuilt: true,
  })
  builds.add(change)
  return change
}
const isRun = ([, change]: readonly [string, Change, ...string[]]): boolean =>
  Boolean(process.env['TEST_FULL']) || [...builds].indexOf(change) < 3
const withRemote = (from: string | RegExp, to: string) =>
  withSources({ 'src/remote.tsx': sources['src/remote.tsx'].replace(from, to) })
const withPage = (from: string, to: string) =>
  withSources({ 'src/page.tsx': sources['src/page.tsx'].replace(from, to) })

const descriptionOf = ({ document }: Build): Description => {
  if (!document.description) throw new Error('It is the shell.')
  return document.description
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const routes = (...paths: string[]) =>
  withDescription({
    routes: [...descriptionOf(base).routes, ...paths.map((path) => ({ path, access: 'public' as const }))],
  })()
const ofOrganization = (path: string) => ({ path, access: 'user' as const, scope: 'organization' as const })
/** A remote with pages of each organization, in a product that knows them, with a tab of another remote. */
const scoped = (changes: Partial<Description>) => (): CheckInput => {
  const [one, two] = [ofOrganization('/one'), { path: '/two/:id', access: 'public' as const }]
  const { build } = withDescription({ routes: [one, two], needs: { kit: '^2.2' }, ...changes })()
  const remotes = [{ ...other, places: ['organization-tab/bills'] }]
  return { build, facts: { ...live, shells: [{ version: '2.3.0', isPublic: true, kit: '2.2.0', provides }], remotes } }
}
const noise = (bytes: number) => randomBytes(bytes).toString('latin1')

type Change = () => CheckInput | Promise<CheckInput>

/** Title, change, code and symbol of the violation, and words of its message. */
const breaks: [string, Change, ViolationCode, string, ...string[]][] = [
  [
    'an export that kit lacks',
    withUses({ kit: ['Page', 'Carousel'] }),
    'EXPORT_MISSING',
    'kit.Carousel',
    'shell 1.4.0',
  ],
  ['a module that the shell does not share', withUses({ 'kit/charts': ['Bars'] }), 'EXPORT_MISSING', 'kit/charts.Bars'],
  ['a default export, which kit lacks', withUses({ kit: ['default'] }), 'EXPORT_MISSING', 'kit.default'],
  [
    'an export that kit lacks, with the library that imports it',
    () => ({
      ...withUses({ react: ['useFuture'] })(),
      build: {
        ...withUses({ react: ['useFuture'] })().build,
        importers: { 'react.useFuture': 'new-table (src/page.tsx)' },
      },
      isBuilt: true,
    }),
    'EXPORT_MISSING',
    'react.useFuture',
    'Imported by new-table (src/page.tsx).',
  ],
  ['a hook that react lacks', withUses({ react: ['useFuture'] }), 'EXPORT_MISSING', 'react.useFuture'],
  [
    'an export that one of two live shells lacks',
    withFacts({
      shells: [
        ...live.shells,
        { version: '1.3.0', isPublic: true, kit: '1.3.0', provides: { ...provides, kit: ['Page'] } },
      ],
    }),
    'EXPORT_MISSING',
    'kit.Badge',
    'shell 1.3.0',
  ],
  ['kit as a whole', withUses({ kit: ['*'] }), 'EXPORTS_UNKNOWN', 'kit', "import { Page } from 'kit'"],
  ['a newer kit', withDescription({ needs: { kit: '^1.5' } }), 'NEEDS_UNMET', 'kit', '^1.5', '1.4.0'],
  ['a kit that is no range', withDescription({ needs: { kit: 'nonsense' } }), 'NEEDS_INVALID', 'kit', 'nonsense'],
  ['the route of another', () => routes('/other'), 'ROUTE_CLAIMED', '/other', 'mf-other 3.0.0'],
  ['a route above that of another', () => routes('/teams'), 'ROUTE_CLAIMED', '/teams', 'mf-other'],
  ['a route below that of another', () => routes('/other/new'), 'ROUTE_CLAIMED', '/other/new', 'mf-other'],
  [
    'a route that another matches by a parameter',
    () => routes('/teams/:slug/bills'),
    'ROUTE_CLAIMED',
    '/teams/:slug/bills',
  ],
  ['a parameter in the first place', () => routes('/:anything'), 'ROUTE_CLAIMED', '/:anything'],
  ['a route of the product', () => routes('/graphql'), 'ROUTE_CLAIMED', '/graphql', 'the product itself'],
  ['the root', () => routes('/'), 'ROUTE_INVALID', '/'],
  ['the route /..', () => routes('/..'), 'ROUTE_INVALID', '/..', 'another path'],
  ['the route /./x', () => routes('/./x'), 'ROUTE_INVALID', '/./x', 'another path'],
  ['the route /x/../sign-in', () => routes('/x/../sign-in'), 'ROUTE_INVALID', '/x/../sign-in', 'another path'],
  ['the route /x/.', () => routes('/x/.'), 'ROUTE_INVALID', '/x/.', 'another path'],
  ['a splat', () => routes('/three/*'), 'ROUTE_INVALID', '/three/*'],
  [
    'the name of another in a place',
    withDescription({ places: { 'start-card': [{ name: 'bills', label: { en: 'One' }, order: 1 }] } }),
    'PLACE_CLAIMED',
    'start-card/bills',
    'mf-other',
  ],
  [
    'a page of each organization at the address of a tab',
    scoped({ routes: [ofOrganization('/two'), ofOrganization('/bills/:id')] }),
    'PLACE_CLAIMED',
    'organization-tab/bills',
    'mf-other',
  ],
  [
    'a page of each organization at the address of its own tab',
    scoped({ places: { 'organization-tab': [{ name: 'one', label: { en: 'One' }, order: 40 }] } }),
    'PLACE_CLAIMED',
    'organization-tab/one',
    'Rename',
  ],
  [
    'a page of each organization for kits that do not know it',
    scoped({ needs: { kit: '^2' } }),
    'NEEDS_INVALID',
    'kit',
    '"^2.2"',
  ],
  ['a selector for every page', withCss('h1 { color: red }'), 'CSS_NOT_SCOPED', 'h1', 'kit/build'],
  [
    'an animation with a common name',
    withCss('@keyframes spin { to { rotate: 1turn } }'),
    'CSS_NOT_SCOPED',
    '@keyframes spin',
    'mf-one-',
  ],
  [
    'a stylesheet from elsewhere',
    withCss('@import "https://cdn.example/a.css";'),
    'CSS_NOT_SCOPED',
    '@import "https://cdn.example/a.css"',
  ],
  [
    'no English catalogue',
    () => withDocument({ catalogues: { de: base.document.catalogues['de'] ?? '' } })(),
    'TEXT_MISSING',
    'en',
  ],
  [
    'a text that only German has',
    withFile(/locale-de/, (content) => content.replace('{"', '{"zzzzzz":["Neu"],"')),
    'TEXT_MISSING',
    'zzzzzz',
  ],
  [
    'an English text that is only its id',
    withPage('<Trans>There are {n} things.</Trans>', '<Trans id="one.thing" />'),
    'TEXT_MISSING',
    'one.thing',
  ],
  ['a field that the schema lacks', withDocuments('query A { viewer { age } }'), 'DOCUMENT_INVALID', 'A', 'age'],
  ['a document that does not parse', withDocuments('query C { viewer {'), 'DOCUMENT_INVALID', 'C'],
  // Their validation would take minutes.
  [
    'a document with more tokens than the gateway parses',
    withDocuments(`query E { viewer { ${'id '.repeat(4000)}} }`),
    'DOCUMENT_INVALID',
    'E',
    '1000 tokens',
  ],
  [
    'a document with more comparisons than the gateway makes',
    withDocuments(`query F { viewer { ${'id '.repeat(400)}} }`),
    'DOCUMENT_INVALID',
    'F',
    'comparisons of equal fields',
  ],
  [
    'an English catalogue whose literal does not end',
    withFile(/locale-en/, () => `JSON.parse('${'a'.repeat(40_000)}`),
    'TEXT_MISSING',
    'en',
  ],
  [
    'a document under another hash',
    withDocument({ documents: { [hashOf('a')]: 'query D { viewer { id } }' } }),
    'DOCUMENT_HASH',
    hashOf('a'),
  ],
  [
    'a first screen of 90 kB',
    withFile(/remoteEntry\.\w+\.js$/, (content) => content + noise(90_000)),
    'BUDGET_EXCEEDED',
    'first',
    '60000',
  ],
  [
    'a script that nothing names by its hash',
    () => {
      const made = withFile('assets/lib.js', () => 'late()')()
      const integrity = made.build.document.files['assets/lib.js']?.integrity ?? ''
      return withDocumentOf(made, { ...base.document.files, 'assets/lib.js': { integrity, bytes: 6 } })
    },
    'HASH_MISSING',
    'assets/lib.js',
  ],
  ['styles of 150 kB', withCss('a{}'.repeat(50_000)), 'BUDGET_EXCEEDED', 'styles', '100000'],
  [
    'a file that is not what the document says',
    () => {
      const made = withCss('/**/')()
      return { ...made, build: { ...made.build, files: base.files } }
    },
    'FILE_CHANGED',
    '',
    'Build it again',
  ],
  [
    'a first load above the maximum of another remote',
    () => ({
      ...withFile(/remoteEntry\.\w+\.js$/, (content) => content + noise(90_000))(),
      facts: { ...live, budgets: { ...budgets, raised: { 'mf-other': 200_000 } } },
    }),
    'BUDGET_EXCEEDED',
    'first',
    'REMOTE_BUDGETS',
  ],
  ['react-dom inside', withBundled('react-dom/cjs/react-dom-client.production.js'), 'MODULE_BUNDLED', 'react-dom'],
  [
    'a router inside',
    withSources({
      'src/page.tsx': `import { MemoryRouter } from 'react-router'\n${sources['src/page.tsx'].replace('<Text>{null}', '<Text><MemoryRouter />')}`,
      'node_modules/react-router/package.json': '{ "name": "react-router", "main": "index.js" }',
      'node_modules/react-router/index.js': 'exports.MemoryRouter = () => document.title',
    }),
    'MODULE_BUNDLED',
    'react-router',
  ],
  [
    'a page that remote.json does not declare',
    withRemote(`{ path: '/two/:id'`, `{ path: '/account/sessions', Component: Header }, { path: '/two/:id'`),
    'ROUTE_UNDECLARED',
    '/account/sessions',
    'remote.json',
  ],
  [
    'a page for every address',
    withRemote(`{ path: '/two/:id'`, `{ path: '*', Component: Header }, { path: '/two/:id'`),
    'ROUTE_UNDECLARED',
    '/*',
  ],
  ['a place that is empty', withRemote(`, 'start-card': { one: Header }`, ''), 'PLACE_EMPTY', 'start-card/one'],
  [
    'no remote at all',
    withRemote('export const remote', 'export const other'),
    'MODULE_INVALID',
    './remote',
    'exports no "remote"',
  ],
  [
    'routes that are no list',
    withRemote(/routes: \[[^]*\],\n {6}places/, 'routes: {},\n places'),
    'MODULE_INVALID',
    './remote',
    'not an array',
  ],
  [
    'two routes with one id',
    withRemote(`{ path: '/two/:id'`, `{ id: 'a', path: '/two/1', Component: Header }, { id: 'a', path: '/two/:id'`),
    'MODULE_INVALID',
    './remote',
    'id "a"',
  ],
  [
    'a module that throws',
    withRemote('const Header', `throw new Error('broken')\nconst Header`),
    'MODULE_INVALID',
    './remote',
    'broken',
  ],
  [
    'a module that sets HTML when it is loaded',
    withRemote('const Header', `document.createElement('div').innerHTML = '<svg/>'\nconst Header`),
    'MODULE_INVALID',
    './remote',
    'innerHTML',
  ],
  [
    'texts that fail',
    withRemote('const { messages }', `if (locale === 'en') throw new Error('no texts')\nconst { messages }`),
    'MODULE_INVALID',
    './remote',
    'no texts',
  ],
  refusedPage('a script', '<script>alert(1)</script>', '<script> element'),
  refusedPage('styles', '<style>p{color:red}</style>', '<style> element'),
  refusedPage('a frame', '<iframe srcdoc="x"></iframe>', '<iframe> element'),
  refusedPage('a base', '<base href="/x">', '<base> element'),
  refusedPage('a link element', '<link rel="stylesheet" href="/x">', '<link> element'),
  refusedPage('a meta element', '<meta http-equiv="refresh" content="0">', '<meta> element'),
  refusedPage('an event handler', '<p onclick="x()">a</p>', 'attribute onclick on <p>'),
  refusedPage('a style attribute', '<p style="color: red">a</p>', 'attribute style on <p>'),
  refusedPage('a style that loads a file', '<p data-style="background: URL(//evil.com)">a</p>', 'data-style='),
  refusedPage('a style that does not end', '<p data-style="--a: (">a</p>', 'data-style='),
  refusedPage('a style that ends its rule', '<p data-style="--a: 1} body{--b: 2">a</p>', 'data-style='),
  refusedPage('a style that comments out others', '<p data-style="--a: /*">a</p>', 'data-style='),
  refusedPage('a link to another site', '<a href="//evil.com">a</a>', 'href="//evil.com"', 'inside the product'),
  refusedPage('a link that browsers read as another site', '<a href="/\t/evil.com">a</a>', 'inside the product'),
  refusedPage('a link that runs code', '<a href="javascript:x()">a</a>', 'inside the product'),
  refusedPage('a picture of another site', '<img src="https://evil.com/a.png" alt="">', 'src='),
  refusedPage('a form for another site', '<form action="https://evil.com"></form>', 'attribute action'),
  refusedPage('a form that writes into the URL', '<form method="get"></form>', 'method="get"'),
  refusedPage('a form whose field writes into the URL', '<form><input></form>', 'without method="post"'),
  refusedPage('such a form with a list', '<form><p><select></select></p></form>', 'without method="post"'),
  refusedPage('such a form with a text area', '<form class="a"><textarea></textarea></form>', 'without method="post"'),
  refusedPage('a button for another site', '<button formaction="//evil.com">a</button>', 'attribute formaction'),
  refusedPage('an id that scripts look for', '<p id="root">a</p>', 'id="root"'),
  refusedPage('a name that hides a property of the document', '<img name="cookie" alt="">', 'attribute name on <img>'),
  refusedPage('a comment', '<p>a</p><!-- x -->', 'the form that kit/build writes'),
  refusedPage('elements in a wrong order', '<p>a<div>b</div></p>', 'the form that kit/build writes'),
  refusedPage('a fact that is not a name', '<p data-when="a,b">a</p>', 'data-when='),
  refusedPage('20 kB', `<p>${'a'.repeat(20_000)}</p>`, '20007 bytes', '20000'),
  refusedPage('very deep elements', `${'<div>'.repeat(60)}${'</div>'.repeat(60)}`, 'more than 50'),
  [
    'a prerendered page for users',
    withPrerendered('<p>a</p>', '/one/more'),
    'PAGE_INVALID',
    '/one/more',
    'only users may open',
  ],
  [
    'a prerendered page of another remote',
    withPrerendered('<p>a</p>', '/other'),
    'PAGE_INVALID',
    '/other',
    'no route in remote.json',
  ],
]

const safe: [string, Change][] = [
  ['the remote as it is', () => ({ build: base, facts: live, isBuilt: true })],
  ['another export that kit has', withUses({ kit: ['Page', 'Button'] })],
  [
    'the default export of react, as libraries take it',
    withUses({ react: ['default', 'useState'], 'react-dom': ['default'], 'react/jsx-runtime': ['default', 'jsx'] }),
  ],
  [
    'a prerendered page with a form, facts, styles and icons',
    withPrerendered(
      '<form class="a" method="post" novalidate=""><label for="still-1">{{product}}</label><input id="still-1" name="email" value="&amp;" required="" data-style="--a: calc(1px + var(--b, 0)); color: #fff;"></form>' +
        '<a href="/sign-up?x=1#y" data-when="sign-up !closed" aria-label="a">a</a><img data-mark="" alt="" src="data:image/png;base64,AA">' +
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" stroke-width="2"><path d="M1 1"></path></svg>',
    ),
  ],
  [
    'a prerendered form without fields, and fields without a form',
    withPrerendered('<form><button>a</button></form><input>'),
  ],
  ['react as a whole, as libraries take it', withUses({ react: ['*'] })],
  [
    'a shell of which it is not known what it provides',
    withFacts({ shells: [{ version: '1.4.0', isPublic: true, kit: '1.4.0', provides: { ...provides, kit: ['*'] } }] }),
  ],
  ['no shell yet', withFacts({ shells: [] })],
  [
    'a shell that does not fit and only is a preview',
    withFacts({ shells: [...live.shells, { version: '2.0.0', isPublic: false, kit: '2.0.0', provides: {} }] }),
  ],
  ['a route below its own', () => routes('/one/deep/:id')],
  ['routes with dots in their names', () => routes('/..x', '/three/v1.2', '/three/...')],
  ['a route that only begins like another', () => routes('/others', '/graphql-explorer', '/teams-of-one')],
  ['the route of a preview', withFacts({ remotes: [{ ...other, isPublic: false, routes: ['/one'] }] })],
  ['an animation with its name', withCss('@keyframes mf-one-spin { to { rotate: 1turn } }')],
  ['a language that lags', withFile(/locale-fr/, () => `JSON.parse('{}')`)],
  [
    'an English text that was changed',
    withFile(/locale-en/, (content) => content.replace('["One"]', '["The \\\\"one\\\\""]')),
  ],
  ['a field that is deprecated', withDocuments('query A { viewer { old } }')],
  [
    'a schema that has more',
    () => ({
      build: withDocuments('query A { viewer { id } }')().build,
      facts: { ...live, schema: `${schema} extend type Viewer { age: Int }` },
    }),
  ],
  ['a gateway that does not respond', withFacts({ schema: null })],
  [
    'a library that takes react, parts of Mantine and Apollo that need no provider, and an Apollo with its own',
    withBundled(
      'react-table/index.js',
      'kit/src/device.ts',
      'kit/src/provider-icons.css',
      '@mantine/hooks/esm/index.mjs',
      '@emotion/is-prop-valid/dist/index.js',
      '@apollo/client/core/ApolloClient.js',
      '@apollo/client/react/hooks/useQuery.js',
      '@apollo/client/react/context/ApolloProvider.js',
    ),
  ],
  ['a part of 90 kB that is loaded on demand', withFile('assets/lib.js', () => noise(90_000))],
  [
    'a first load of 90 kB that an operator has allowed',
    () => ({
      ...withFile(/remoteEntry\.\w+\.js$/, (content) => content + noise(90_000))(),
      facts: { ...live, budgets: { ...budgets, raised: { 'mf-one': 200_000 } } },
    }),
  ],
  [
    'a page more below its route',
    withRemote(`{ path: 'more'`, `{ path: 'even/:more', Component: Header }, { path: 'more'`),
  ],
  [
    'a component that is memo',
    withRemote(
      'const Header = () => <Badge>1</Badge>',
      `import { memo } from 'react'\nconst Header = memo(() => <Badge>1</Badge>)`,
    ),
  ],
  [
    'values of kit that are used at once',
    withRemote(
      'const Header',
      `import { i18n, Page } from 'kit'\nclass Mine extends Page {}\nconst texts = [...i18n._('a'), \`\${i18n.locale}\`, new Mine()]\nif (texts.length > 5) throw new Error('many')\nconst Header`,
    ),
  ],
]

/** Runs the registry's checks, or all checks if the change needs a build. */
async function inspect(change: Change) {
  const { build, facts, isBuilt } = await change()
  if (isBuilt) return (await inspectBuild(build, true, facts)).violations
  return checkVersion(build.document, build.files, true, facts)
}

test.for(breaks.filter(isRun))('rejects %s', async ([, change, code, symbol, ...words]) => {
  const violations = await inspect(change)
  const told = violations.map((violation) => [violation.code, violation.symbol])
  expect(told).toContainEqual([code, symbol || expect.any(String)])
  expect(new Set(violations.map((violation) => violation.code))).toEqual(new Set([code]))
  const { message = '' } = violations.find((violation) => violation.symbol === symbol || symbol === '') ?? {}
  for (const word of ['mf-one 1.0.0', ...words]) expect(message).toContain(word)
})

test.for(safe.filter(isRun))('accepts %s', async ([, change]) => expect(await inspect(change)).toEqual([]))

test('rejects packages that cannot run in a page, with what to use instead and who imports them', async () => {
  const { build, facts } = withBundled(
    '@mantine/core/esm/components/Table/Table.mjs',
    '@apollo/client/react/hooks/useQuery.js',
    '@emotion/sheet/dist/emotion-sheet.esm.js',
    'styled-components/dist/styled-components.browser.esm.js',
    'leaflet/dist/leaflet-src.esm.js',
  )()
  const { violations } = await inspectBuild(build, true, facts)
  const told = violations.map(({ code, symbol, message }) => `${code} ${symbol}: ${message}`)
  const words = [
    '@mantine/core: .* components of "kit".* Imported by big-table \\(src/page\\.tsx\\)\\.$',
    '@apollo/client: .* "kit/graphql"',
    'leaflet: .* pigeon-maps',
    '@emotion/sheet: .* stylesheets',
    'styled-components: .* Content-Security-Policy',
  ]
  expect(told).toEqual(words.map((each) => expect.stringMatching(new RegExp(`^MODULE_BUNDLED ${each}`))))
})

test('names the packages of a large part that is loaded on demand', async () => {
  const { build, facts } = withFile('assets/lib.js', () => noise(90_000))()
  const { notes } = await inspectBuild(
    { ...build, packages: { 'assets/lib.js': ['big-chart', 'd3-scale'] } },
    true,
    facts,
  )
  expect(notes).toEqual([expect.stringMatching(/^big-chart, d3-scale: assets\/lib\.js, .* has 1\d\d kB of gzip\./)])
})

const screens = (parts: string, list: string) => ({
  'src/remote.tsx': `
    import { Outlet, Page, refreshSession, useSearchParams, useSession } from 'kit'
    import { useQuery } from 'kit/graphql'
    import React, { lazy, useEffect } from 'react'
    const Later = lazy(async () => ({ default: (await import('./later.tsx')).Later }))
    ${parts}
    export const remote = { routes: [${list}], loadMessages: async () => ({}) }`,
  'src/later.tsx': `export function Later() { throw new Error('no provider was found') }`,
})

test('draws every screen once, and reports those that cannot be drawn or add styles', async () => {
  const parts = `
    import { addStyle } from 'toasts'
    const First = () => <Page title="One"><Later /></Page>
    function Second() {
      useEffect(() => addStyle(), [])
      return <Page>{useQuery().data.list.map((each) => <p key={each.id}>{each.name.toUpperCase()}</p>)}</Page>
    }`
  const { violations, failing, notes } = await inspectBuild(
    await buildRemote({
      ...screens(
        parts,
        `{ path: '/one', Component: First }, { path: '/one/lazy', lazy: async () => ({ Component: Second }) }`,
      ),
      'node_modules/toasts/index.js': `export const addStyle = () => document.head.append(document.createElement('style'))`,
    }),
    true,
    live,
  )
  expect(violations).toEqual([])
  expect(failing).toEqual(['The screen at /one could not be drawn outside of a browser: no provider was found'])
  expect(notes).toEqual([
    expect.stringMatching(
      /^The screen at \/one\/lazy adds <style> elements, .* Packages that do so: toasts \(src\/remote\.tsx\)\.$/,
    ),
  ])
})

const drawn = 'could not be drawn outside of a browser'
test.for<[string, string, string, string[]]>([
  [
    'a screen that sets HTML, and none that catches its errors',
    `const First = () => <p dangerouslySetInnerHTML={{ __html: '<b>one</b>' }} />
    class Second extends React.Component {
      state = {}
      static getDerivedStateFromError = () => ({ isCaught: true })
      render() { return this.state.isCaught ? 'caught' : <Later /> }
    }`,
    `{ path: '/one', children: [{ index: true, Component: First }, { path: 'two', Component: Second }] }`,
    [`The screen at /one ${drawn}: .*innerHTML.*Trusted Types`],
  ],
  [
    'no child of a parent that gives it what it needs, however deep and lazy',
    `const Client = React.createContext(null)
    const First = () => <Client value="client"><Page title="One"><Outlet /></Page></Client>
    const Middle = () => <section><Outlet /></section>
    function Second() { if (!React.use(Client)) throw new Error('No client set'); return 'two' }`,
    `{ path: '/one/element', element: <First />, children: [{ index: true, element: <Second /> }] },
    { path: '/one', lazy: async () => ({ Component: First }), children: [{ index: true, Component: Second },
      { path: 'deep', Component: Middle, children: [{ path: ':id', lazy: async () => ({ Component: Second }) }] }] },
    { path: '/one/alone', Component: Second }`,
    [`The screen at /one/alone ${drawn}: No client set`],
  ],
  [
    'a parent once, not again for each child',
    `const First = () => { throw new Error('broken parent') }
    const Second = () => { throw new Error('broken child') }`,
    `{ path: '/one', Component: First, children: [{ index: true, Component: Second }, { path: 'two', Component: Second }] }`,
    [`The screen at /one ${drawn}: broken parent`],
  ],
  [
    'nothing about a screen that uses URL, promises and times of kit, or fails later',
    `const format = new Intl.DateTimeFormat('en')
    function First() {
      const [search] = useSearchParams()
      useEffect(() => {
        refreshSession().then(({ user }) => user.name)
        void (async () => (await refreshSession()).user.name)()
        void Promise.reject(new Error('later'))
        setTimeout(() => { throw new Error('even later') })
      }, [])
      return <p title={search.get('name') ?? ''}>{format.format(new Date(useSession().session.createdAt))}</p>
    }`,
    `{ path: '/one', Component: First }, { path: '/one/b', Component: () => 'fine' }`,
    [],
  ],
  [
    'a parent that cannot be loaded, and not its children',
    '',
    `{ path: '/one', lazy: async () => { throw new Error('no file') }, children: [{ index: true, Component: Later }] }`,
    ['The screen at /one could not be loaded outside of a browser: no file'],
  ],
  [
    'a child, and not its parent and its siblings',
    `const First = () => <div><Outlet /></div>
    const Second = () => { console.log('{'); throw new Error('broken child') }`,
    `{ path: '/one', Component: First, children: [{ path: 'a', Component: Second }, { path: 'b', Component: () => 'fine' }] }`,
    [`The screen at /one/a ${drawn}: broken child`],
  ],
  [
    'a screen that cannot be loaded',
    '',
    `{ path: '/one', lazy: async () => { throw new Error('no file') } }, { path: '/one/b', Component: () => 'fine' }`,
    ['The screen at /one could not be loaded outside of a browser: no file'],
  ],
])('reports %s', async ([, parts, list, expected]) => {
  const { violations, failing } = await inspectBuild(await buildRemote(screens(parts, list)), true, live)
  expect(violations).toEqual([])
  expect(failing).toEqual(expected.map((text) => expect.stringMatching(new RegExp(`^${text}`))))
})

test('documents every code in docs/checks.md', async () => {
  const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')
  const codes = [...(await read('violation.ts')).matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, code]) => code)
  const told = [...(await read('../../../../docs/checks.md')).matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)
  expect(told.toSorted()).toEqual(codes.toSorted())
})
