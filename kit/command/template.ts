import { screenFilesOf } from './template-screens.ts'
import { leastNode, serviceFilesOf } from './template-service.ts'

export interface TemplateOptions {
  /** `mf-invoices` */
  name: string
  /** What package.json says of kit. */
  kit: string
  /** Versions of the other packages. */
  packages: Record<string, string>
  /** The script that builds it. */
  build: string
  /** Whether it has a service beside its screens. */
  hasService: boolean
  /** What that needs beside. */
  jose: string
  /** The script that shows it while somebody works on it, where there is one. */
  dev?: string
}

/** The files of a new remote by path; its catalogues are made of its texts. */
export function templateOf({
  name,
  kit,
  packages,
  build,
  hasService,
  jose,
  dev,
}: TemplateOptions): Record<string, string> {
  const word = name.slice('mf-'.length)
  const title = word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ')
  const place = { name: word, label: { en: title }, order: 40 }
  return {
    'package.json': json({
      name,
      version: '1.0.0',
      private: true,
      type: 'module',
      scripts: {
        build,
        test: 'tsc && vitest run',
        // The second one is what `remote dev` runs beside the screens.
        ...(hasService && { start: 'node service/main.ts', service: 'node --watch service/main.ts', dev }),
      },
      ...(hasService && { dependencies: { jose } }),
      devDependencies: sorted({ kit, ...packages }),
      ...(hasService && { engines: { node: leastNode } }),
    }),
    'remote.json': json({
      contract: 1,
      name,
      routes: hasService ? [] : [{ path: `/${word}`, access: 'user' }],
      slots: [],
      navigation: hasService ? [] : [{ to: `/${word}`, label: { en: title }, order: 40 }],
      ...(hasService && { places: { 'organization-tab': [place], 'start-card': [place] } }),
      wellKnown: {},
      needs: { kit: hasService ? '^1.7' : '^1' },
    }),
    'rspack.config.js': `import { remoteConfig } from 'kit/build/remote-config'

export default remoteConfig(import.meta.dirname)
`,
    'vitest.config.js': `import { linguiMacros } from 'kit/build/vite-macros'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [linguiMacros()], test: { environment: 'happy-dom', testTimeout: 60_000 } })
`,
    'tsconfig.json': json({
      compilerOptions: {
        target: 'es2024',
        module: 'preserve',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        types: hasService ? ['node'] : [],
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        noEmit: true,
        ...(hasService && { erasableSyntaxOnly: true }),
      },
      include: hasService ? ['src', 'service'] : ['src'],
    }),
    '.gitignore': `node_modules\ndist\n${hasService ? 'service.db*\n' : ''}`,
    'README.md': readme({ name, title, hasService }),
    'src/css.d.ts': `declare module '*.css'
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
`,
    ...(hasService ? { ...serviceFilesOf(name), ...screenFilesOf({ name, word, title }) } : startPage({ word, title })),
  }
}

/** What it begins with that has no service: a page with a text. */
function startPage({ word, title }: { word: string; title: string }): Record<string, string> {
  return {
    'src/remote.tsx': `import type { Remote } from 'kit/remote'
import { StartPage } from './start-page.tsx'

export const remote = {
  routes: [{ path: '/${word}', Component: StartPage }],
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ \`./locales/\${locale}.po\`)
    return messages
  },
} satisfies Remote
`,
    'src/start-page.tsx': `import { Trans, useLingui } from '@lingui/react/macro'
import { Page, Panel, Text } from 'kit'

export function StartPage() {
  const { t } = useLingui()
  return (
    <Page title={t\`${title}\`}>
      <Panel>
        <Text>
          <Trans>There is nothing here yet.</Trans>
        </Text>
      </Panel>
    </Page>
  )
}
`,
    'src/start-page.test.tsx': `import { open, screen } from 'kit/testing/page'
import { expect, test } from 'vitest'
import { remote } from './remote.tsx'

test('the page says that there is nothing yet', async () => {
  await open(remote.routes, '/${word}')
  expect(screen.getByText('There is nothing here yet.')).toBeDefined()
})
`,
  }
}

/** A list of texts stands on one line, as formatters have it. */
const json = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(/\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g, (_, texts: string) => `[${texts.replaceAll(/\s+/g, ' ')}]`)}\n`

const sorted = (entries: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function readme({ name, title, hasService }: { name: string; title: string; hasService: boolean }): string {
  return `# ${title}

A remote: a part of the product that its team builds, versions and ships by itself.

- \`npm test\` checks the types and runs the tests.
- \`npx remote dev\` shows each saved file in a running product, in your browser alone.
- \`npx remote check\` says whether this can go live.
- \`npx remote publish\` shows it to visitors; \`--channel next\` to testers first. Raise "version" in package.json before.
- \`npx remote rollback ${name}\` shows again what was there before; \`npx remote withdraw ${name}\` takes it out of the product.

\`--to URL\` names the product (http://localhost:3000 where nothing is said), REMOTE_TOKEN holds the team's token, and
\`.remote/key.pem\` the key that signs what is published: keep a copy where your secrets are, it is not in the repository.
Continuous integration has its text in REMOTE_KEY.

\`remote.json\` says what the shell must know without loading anything: routes and who may see them, menu, slots. Texts are written
in English with lingui's macros (\`<Trans>\`, \`\` t\`…\` \`\`); each build adds new ones to \`src/locales/*.po\`, where they are translated.
${hasService ? aboutService(name) : ''}`
}

const aboutService = (name: string): string => `
## Its service

\`service/\` is a program of its own, in Node ${leastNode.slice(2)} or newer as it is, with a database in one file. What the screens ask of
\`/api/${name}/organizations/<id>/…\` the product passes on to it, with a token that says who asks; \`service/who-asks.ts\` believes nothing else.

- \`npx remote dev\` runs it too, and again after each change: what the script "service" does. The product has to know where it is, once:
  an operator's \`npm run remote -- upstream set ${name} http://127.0.0.1:4100\` in the product's folder.
- \`npm start\` runs it in production. PRODUCT is the product's address, PORT, HOST and DATABASE where it listens and keeps its data.
- Change \`service/entries.ts\` and the two screens that show it, \`src/organization-tab.tsx\` and \`src/start-card.tsx\`. The rest can stay.
`
