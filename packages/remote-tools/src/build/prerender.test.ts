// @vitest-environment node
import { expect, test } from 'vitest'
import { buildRemote } from '../testing/build-remote.ts'
import { fillPage, findPageProblems } from '../check/page-html.ts'

const remote = (routes: string) => `
  import { BrandMark, brand, PanelPage, PasswordField, Stack, Text, TextInput, TextLink, useRequest, useSession } from 'kit'
  import { useLingui } from '@lingui/react/macro'
  import styles from './page.module.css'
  const Form = () => {
    const { t } = useLingui()
    const session = useSession()
    const [answer] = useRequest('one', () => fetch('/api/one'))
    const name = brand.name
    return (
      <PanelPage title={t\`Welcome to \${name}\`} mark={<BrandMark />}>
        <Text className={styles.big}>{session.status} {answer ? 'answered' : 'asked'} {matchMedia('(min-width: 1px)').matches && location.pathname} {localStorage.length}</Text>
        <TextInput label={t\`Your name\`} defaultValue="Ada" />
        <PasswordField label="Password" autoComplete="new-password" />
        <Stack gap="xl"><TextLink to="/elsewhere">&lt;{Math.random() < 1 && 'go'}&gt;</TextLink></Stack>
      </PanelPage>
    )
  }
  export const remote = { routes: ${routes}, loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ \`./locales/\${locale}.po\`)
    return messages
  } }`

const sources = {
  'src/page.module.css': '.big { font-size: 2rem }',
  'src/locales/en.po':
    'msgid "Welcome to {name}"\nmsgstr "Welcome to {name}"\n\nmsgid "Your name"\nmsgstr "Your name"\n',
  'src/locales/de.po': 'msgid "Welcome to {name}"\nmsgstr "Willkommen bei {name}"\n\nmsgid "Your name"\nmsgstr ""\n',
}

test('draws pages as guests see them first, in each language, from lazy routes too', async () => {
  const routes = `[{ path: '/one', children: [
    { index: true, Component: Form, prerender: true },
    { path: 'later/:id', prerender: true, lazy: async () => ({ Component: (await import('./later.tsx')).Later }) },
    { path: 'live', Component: Form },
  ] }]`
  const build = () =>
    buildRemote({
      ...sources,
      'src/remote.tsx': remote(routes),
      'src/later.tsx': `import { useParams } from 'kit'\nexport const Later = () => <h1>Later {useParams().id}</h1>`,
    })
  const { document, files } = await build()
  const pageOf = (pattern: string, locale: string) =>
    String(files.get(document.files[document.prerendered?.[pattern]?.[locale] ?? '']?.integrity ?? ''))
  expect(Object.keys(document.prerendered ?? {})).toEqual(['/one', '/one/later/:id'])
  expect(Object.keys(document.prerendered?.['/one'] ?? {})).toHaveLength(8)
  const english = pageOf('/one', 'en')
  for (const text of [
    'Welcome to {{product}}',
    'loading asked /one 0',
    'value="Ada"',
    '&lt;go&gt;',
    'href="/elsewhere"',
  ])
    expect(english).toContain(text)
  expect(/class="[^"]*(\bmf_one-big-\w+)/.exec(english)?.[1]).toBeDefined()
  expect(/<label [^>]*for="(still-\d+)"/.exec(english)?.[1]).toBe(/<input [^>]*id="(still-\d+)"/.exec(english)?.[1])
  expect(pageOf('/one', 'de')).toContain('Willkommen bei {{product}}')
  // Also the parts that are loaded late.
  const tagsOf = (page: string) => page.match(/<\/?[a-z]\w*/g)
  expect(tagsOf(english)).toContain('<input')
  expect(tagsOf(english)).toEqual(tagsOf(pageOf('/one', 'es')))
  // Untranslated texts are shown in English.
  expect(pageOf('/one', 'de')).toContain('Your name')
  expect(pageOf('/one/later/:id', 'tr')).toContain('<h1>Later :id</h1>')
  for (const locale of ['en', 'de']) expect(findPageProblems(pageOf('/one', locale))).toEqual([])
  expect((await build()).document).toEqual(document)
})

test.each([
  ['throws', `() => { throw new Error('no window') }`, 'the page at /one throws no window'],
  [
    'has any URL',
    `Form }, { path: '/one/*', prerender: true, Component: Form`,
    'the URL of the route /one/* is not known',
  ],
  ['draws nothing', `() => null`, 'the page at /one throws nothing: it is empty'],
  // Takes a minute.
  ...(process.env['TEST_FULL'] ? [['never returns', `() => { for (;;); }`, 'does not finish']] : []),
])('fails if a page %s', async (_, page = '', message = '') => {
  const source = remote(`[{ path: '/one', prerender: true, Component: ${page} }]`)
  await expect(buildRemote({ ...sources, 'src/remote.tsx': source })).rejects.toThrow(message)
})

test('fills in facts and brand, and moves styles into a stylesheet', () => {
  const page =
    '<p data-when="!sign-up" data-style="--gap: 1px; color: red;">a</p><p data-when="sign-up !closed" data-style="1">{{product}}</p>' +
    '<img data-mark="" alt="{{product}}"><b class="c" data-style="--gap: 2px">d</b>'
  const brand = { name: 'A&B <i>', mark: 'data:image/svg+xml,"' }
  expect(fillPage(page, (fact) => fact === 'sign-up', brand)).toEqual({
    html:
      '<p data-when="sign-up !closed" class="still-1">A&amp;B &lt;i&gt;</p>' +
      '<img data-mark="" alt="A&amp;B <i>" src="data:image/svg+xml,&quot;" loading="lazy"><b class="c still-2">d</b>',
    css: '.still-1{--gap: 1px!important;color: red!important}.still-2{--gap: 2px!important}',
  })
  expect(fillPage(page, () => false, brand).html).toMatch(/^<p data-when="!sign-up" class="still-1">a<\/p><img/)
})

test('keeps what is typed out of the URL in forms that release 2.0.0 accepted', () => {
  const brand = { name: 'A', mark: '' }
  const fill = (html: string) => fillPage(html, () => true, brand).html
  expect(fill('<form class="a"><input name="email"></form>')).toBe(
    '<form class="a" method="post"><input name="email"></form>',
  )
  const fine = '<form method="post"><input name="email"></form><p>a</p>'
  expect(fill(fine)).toBe(fine)
})
