import type { Build } from '../build/version-document.ts'
import { namesOf } from 'contract/entries-of.ts'
import { checkVersion } from './check.ts'
import { covers } from './claims.ts'
import type { Facts } from './facts.ts'
import { type Violation, makeViolation } from './violation.ts'
import { findLargeChunks, missingText, readCatalogue } from './files.ts'
import type { RunOutcome } from '../run/run-outcome.ts'
import { runRemote } from './run-remote.ts'

export interface Report {
  violations: Violation[]
  /** Sentences about screens that throw or do not finish. */
  failing: string[]
  notes: string[]
}

/** Adds checks that need the bundler's data or run the remote, once, without a network. */
export async function inspectBuild(build: Build, isPublic: boolean, facts: Facts): Promise<Report> {
  const { document } = build
  const violations = await checkVersion(document, build.files, isPublic, facts)
  if (document.description === null) return { violations, failing: [], notes: [] }
  const { violations: atRunTime, failing, notes } = checkRun(build, await runRemote(build))
  const all = [...violations, ...checkBundled(build), ...checkShown(build), ...atRunTime]
  return {
    violations: all.map((violation) => withCause(violation, build)),
    failing,
    notes: [...notes.map((note) => withStylers(note, build)), ...(await describeLargeChunks(build, facts))],
  }
}

/** Adds what only the bundler knows. */
function withCause(violation: Violation, { importers, packages }: Build): Violation {
  const importer = importers[violation.symbol]
  const largest = violation.code === 'BUDGET_EXCEEDED' ? packages[violation.symbol] : undefined
  const causes = [importer && `Imported by ${importer}.`, largest && `Its largest packages: ${largest.join(', ')}.`]
  return { ...violation, message: [violation.message, ...causes.filter(Boolean)].join(' ') }
}

function withStylers(note: string, { stylers, importers }: Build): string {
  if (!note.includes('<style>') || stylers.length === 0) return note
  return `${note} Packages that do so: ${stylers.map((name) => importers[name] ?? name).join(', ')}.`
}

async function describeLargeChunks({ document, files, packages }: Build, { budgets }: Facts): Promise<string[]> {
  return (await findLargeChunks(document, files, budgets)).map(([path, bytes]) => {
    const names = packages[path]?.join(', ') ?? 'your own code'
    return `${names}: ${path}, which is loaded on demand, has ${Math.ceil(bytes / 1000)} kB of gzip. With more than ${budgets.chunk / 1000} kB, its screens open slowly.`
  })
}

// Meant to be bundled, or added by development builds.
const bundledByDesign = /^kit\/src\/(?:device\.|provider-icons\.css)|^react\/(?:cjs\/react-)?jsx-(?:dev-)?runtime\b/

const unfit: { modules: RegExp; unless?: RegExp; why: string }[] = [
  {
    modules: /^(react|react-dom|scheduler|react-router(?:-dom)?|kit(?=\/src)|@lingui\/(?:core|react))\//,
    why: 'which pages share with the shell. Import from "kit" or "react" instead.',
  },
  {
    modules: /^(@mantine\/core)\//,
    why: 'which needs a provider that would restyle the whole page. Use the components of "kit", or write your own with a stylesheet.',
  },
  {
    modules: /^(@apollo\/client)\/react\//,
    unless: /^@apollo\/client\/.*\bApolloProvider\b/,
    why: 'whose hooks find no client. Use "useQuery" and "mutate" of "kit/graphql", or, for a client of your own, its ApolloProvider.',
  },
  {
    modules: /^(leaflet)\//,
    why: 'which sets innerHTML when it is loaded. Pages refuse HTML from strings (Trusted Types). Use a map that React draws, such as pigeon-maps.',
  },
  {
    modules:
      /^(@emotion\/sheet|styled-components|goober|@ant-design\/cssinjs|@griffel\/core|@fluentui\/merge-styles|@stitches\/[^/]+|styletron-[^/]+|jss|aphrodite|glamor)\//,
    why: 'which adds styles at run time. The Content-Security-Policy of pages refuses them. Use stylesheets (*.module.css, Tailwind) and libraries without styles of their own, such as Radix, Headless UI or React Aria.',
  },
]

function checkBundled({ document, bundled }: Build): Violation[] {
  const own = bundled.filter((module) => !bundledByDesign.test(module))
  return unfit.flatMap(({ modules, unless, why }) => {
    if (unless && own.some((module) => unless.test(module))) return []
    const found = new Map(
      own.flatMap((module) => (modules.test(module) ? [[modules.exec(module)?.[1] ?? '', module]] : [])),
    )
    return [...found].map(([name, module]) =>
      makeViolation(document, 'MODULE_BUNDLED', name, `bundles ${name} (${module}), ${why}`),
    )
  })
}

function checkShown({ document, files, texts }: Build): Violation[] {
  if (texts.length === 0) return []
  const { en = '' } = document.catalogues
  const english = readCatalogue(files.get(document.files[en]?.integrity ?? '') ?? Buffer.alloc(0)) ?? {}
  return texts.flatMap((id) => missingText(document, english, id))
}

function checkRun({ document }: Build, { violations, failing, notes, routes, places }: RunOutcome): Report {
  const { description } = document
  if (description === null || violations.length > 0)
    return {
      violations: violations.map((what) => makeViolation(document, 'MODULE_INVALID', './remote', `${what}.`)),
      failing,
      notes,
    }
  const undeclared = routes.filter((pattern) => !description.routes.some(({ path }) => covers(path, pattern)))
  const described = namesOf(description)
  const unfilled = described.filter((name) => !places.includes(name))
  const undescribed = places.filter((name) => !described.includes(name))
  const pageless = description.routes.filter(({ path }) => !routes.some((pattern) => covers(path, pattern)))
  return {
    violations: [
      ...undeclared.map((pattern) => {
        const why = `has a page at ${pattern}, which "routes" in remote.json do not contain. Add it there, or remove the page.`
        return makeViolation(document, 'ROUTE_UNDECLARED', pattern, why)
      }),
      ...unfilled.map((name) => {
        const why = `fills ${name}, but exports no component for it. Add it to "places" in src/remote.tsx, or remove it from remote.json.`
        return makeViolation(document, 'PLACE_EMPTY', name, why)
      }),
    ],
    failing,
    notes: [
      ...notes,
      ...pageless.map(({ path }) => `${path} in remote.json has no page.`),
      ...undescribed.map((name) => `${name} in src/remote.tsx is not shown, because remote.json does not contain it.`),
    ],
  }
}
