import type { Build } from '../build/version-document.ts'
import { namesOf } from 'contract/entries-of.ts'
import { checkVersion } from './check.ts'
import { covers } from './claims.ts'
import type { Facts } from './facts.ts'
import { type Violation, makeViolation } from './violation.ts'
import { missingText, readCatalogue } from './files.ts'
import type { RunOutcome } from './run-outcome.ts'
import { runRemote } from './run-remote.ts'

export interface Report {
  violations: Violation[]
  notes: string[]
}

/** Adds checks that need the bundler's data or run the remote, once, without a network. */
export async function inspectBuild(build: Build, isPublic: boolean, facts: Facts): Promise<Report> {
  const { document } = build
  const violations = await checkVersion(document, build.files, isPublic, facts)
  if (document.description === null) return { violations, notes: [] }
  const { violations: atRunTime, notes } = checkRun(build, await runRemote(build))
  return { violations: [...violations, ...checkBundled(build), ...checkShown(build), ...atRunTime], notes }
}

const sharedPackage = /^(react|react-dom|scheduler|react-router(?:-dom)?|kit(?=\/src)|@lingui\/(?:core|react))\//
// Meant to be bundled, or added by development builds.
const bundledByDesign = /^kit\/src\/device\.|^react\/(?:cjs\/react-)?jsx-(?:dev-)?runtime\b/

function checkBundled({ document, bundled }: Build): Violation[] {
  const duplicates = bundled.filter((module) => sharedPackage.test(module) && !bundledByDesign.test(module))
  const packages = new Map(duplicates.map((module) => [sharedPackage.exec(module)?.[1] ?? '', module]))
  return [...packages].map(([name, module]) => {
    const why = `bundles ${name} (${module}), which pages share with the shell. Import from "kit" or "react" instead.`
    return makeViolation(document, 'MODULE_BUNDLED', name, why)
  })
}

function checkShown({ document, files, texts }: Build): Violation[] {
  if (texts.length === 0) return []
  const { en = '' } = document.catalogues
  const english = readCatalogue(files.get(document.files[en]?.integrity ?? '') ?? Buffer.alloc(0)) ?? {}
  return texts.flatMap((id) => missingText(document, english, id))
}

function checkRun({ document }: Build, { violations, notes, routes, places }: RunOutcome): Report {
  const { description } = document
  if (description === null || violations.length > 0)
    return {
      violations: violations.map((what) => makeViolation(document, 'MODULE_INVALID', './remote', `${what}.`)),
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
    notes: [
      ...notes,
      ...pageless.map(({ path }) => `${path} in remote.json has no page.`),
      ...undescribed.map((name) => `${name} in src/remote.tsx is not shown, because remote.json does not contain it.`),
    ],
  }
}
