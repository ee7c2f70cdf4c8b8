import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface TemplateOptions {
  name: string
  /** The package with the build and test configuration. */
  tools: string
  /** Versions that run all of `packages`, and TypeScript and node:sqlite without flags. */
  node: string
  packages: Record<string, string>
  product?: string | undefined
  build: string
  hasService: boolean
  hasPostgres: boolean
  hasWorkflow: boolean
  jose: string
  dev?: string
}

export async function templateOf(options: TemplateOptions): Promise<Record<string, string>> {
  const { name, hasService, hasPostgres, hasWorkflow, tools } = options
  const word = name.slice('mf-'.length)
  const title = word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ')
  const named = (text: string) =>
    text
      .replaceAll('mf-template', name)
      .replaceAll('Template', title)
      .replaceAll(/\btemplate(?=: lazy)/g, /^[a-z]\w*$/.test(word) ? word : `'${word}'`)
      .replaceAll('/template', `/${word}`)
      .replaceAll('remote-tools/', `${tools}/`)
  const files = { ...(await readFolder('shared')), ...(await readFolder(hasService ? 'service' : 'page')) }
  if (hasPostgres) Object.assign(files, await readFolder('postgres'))
  const { 'workflow.yml': workflow = '' } = await readFolder('github')
  if (hasWorkflow)
    files['.github/workflows/remote.yml'] = hasPostgres ? workflow.replace('    steps:', databaseOfTests) : workflow
  return {
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [file, named(text)])),
    ...manifests(options, word, title),
  }
}

const databaseOfTests = `    services:
      postgres:
        image: postgres:18
        env:
          POSTGRES_PASSWORD: postgres
        ports: ['5432:5432']
        options: --health-cmd pg_isready --health-interval 1s --health-retries 30
    steps:`

async function readFolder(name: string): Promise<Record<string, string>> {
  const folder = fileURLToPath(new URL(`../../templates/${name}`, import.meta.url))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(files))
}

function manifests(
  { name, tools, packages, product, build, hasService, hasPostgres, jose, dev, node }: TemplateOptions,
  word: string,
  title: string,
): Record<string, string> {
  const place = { name: word, label: { en: title }, order: 40 }
  return {
    'package.json': json({
      name,
      version: '1.0.0',
      private: true,
      type: 'module',
      ...(product !== undefined && { product }),
      scripts: {
        build,
        test: 'tsc && vitest run',
        // `remote dev` runs the script "service".
        ...(hasService && { start: 'node service/main.ts', service: 'node --watch service/main.ts', dev }),
      },
      ...(hasService && { dependencies: { jose, ...(hasPostgres && { postgres: '^3.4.9' }) } }),
      devDependencies: sorted(packages),
      engines: { node },
    }),
    'remote.json': json({
      ...(tools === 'kit' && { $schema: './node_modules/kit/remote.schema.json' }),
      name,
      routes: hasService ? [] : [{ path: `/${word}`, access: 'user' }],
      navigation: hasService ? [] : [{ to: `/${word}`, label: { en: title }, order: 40 }],
      ...(hasService && { places: { 'organization-tab': [place], 'start-card': [place] } }),
      needs: { kit: '^2' },
    }),
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
      include: hasService ? ['src', 'service', 'journeys'] : ['src', 'journeys'],
    }),
    '.gitignore': `node_modules\ndist\ntest-results\n${hasService && !hasPostgres ? 'service.db*\n' : ''}`,
  }
}

// Lists of strings in one line, as formatters write them.
const json = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(/\[\s+("[^"]*"(?:,\s+"[^"]*")*)\s+\]/g, (_, texts: string) => `[${texts.replaceAll(/\s+/g, ' ')}]`)}\n`

const sorted = (entries: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)))
