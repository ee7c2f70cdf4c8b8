import type { Build } from '../build/version-document.ts'
import { namesOf } from 'contract/entries-of.ts'
import { checkVersion } from './check.ts'
import { covers } from './claims.ts'
import type { Facts } from './facts.ts'
import { type Fault, faultOf } from './fault.ts'
import { missingText, readCatalogue } from './files.ts'
import type { RunOutcome } from './run-outcome.ts'
import { runRemote } from './run-remote.ts'

export interface Report {
  faults: Fault[]
  notes: string[]
}

/**
 * All that can be told of a remote's build where its team builds it: what the registry checks too, what only the bundler knows, and what
 * it is when it runs, once, in a DOM without a network.
 */
export async function inspectBuild(build: Build, isPublic: boolean, facts: Facts): Promise<Report> {
  const { document } = build
  const faults = await checkVersion(document, build.files, isPublic, facts)
  if (document.description === null) return { faults, notes: [] }
  const { faults: atRunTime, notes } = checkRun(build, await runRemote(build))
  return { faults: [...faults, ...checkBundled(build), ...checkShown(build), ...atRunTime], notes }
}

const single = /^(react|react-dom|scheduler|react-router(?:-dom)?|kit(?=\/src)|@lingui\/(?:core|react))\//
/** A part of kit that is made to be bundled, and what development builds add. */
const bundledByDesign = /^kit\/src\/device\.|^react\/(?:cjs\/react-)?jsx-(?:dev-)?runtime\b/

function checkBundled({ document, bundled }: Build): Fault[] {
  const carried = bundled.filter((module) => single.test(module) && !bundledByDesign.test(module))
  const packages = new Map(carried.map((module) => [single.exec(module)?.[1] ?? '', module]))
  return [...packages].map(([name, module]) => {
    const why = `carries ${name} (${module}), of which a page must have one, the shell's. Import what it takes of it from "kit", or "react".`
    return faultOf(document, 'MODULE_BUNDLED', name, why)
  })
}

function checkShown({ document, files, texts }: Build): Fault[] {
  if (texts.length === 0) return []
  const { en = '' } = document.catalogues
  const english = readCatalogue(files.get(document.files[en]?.integrity ?? '') ?? Buffer.alloc(0)) ?? {}
  return texts.flatMap((id) => missingText(document, english, id))
}

function checkRun({ document }: Build, { faults, notes, routes, places }: RunOutcome): Report {
  const { description } = document
  if (description === null || faults.length > 0)
    return { faults: faults.map((what) => faultOf(document, 'MODULE_INVALID', './remote', `${what}.`)), notes }
  const undeclared = routes.filter((pattern) => !description.routes.some(({ path }) => covers(path, pattern)))
  const described = namesOf(description)
  const unfilled = described.filter((name) => !places.includes(name))
  const untold = places.filter((name) => !described.includes(name))
  const pageless = description.routes.filter(({ path }) => !routes.some((pattern) => covers(path, pattern)))
  return {
    faults: [
      ...undeclared.map((pattern) => {
        const why = `has a page at ${pattern}, which "routes" in remote.json do not declare. Declare it there, or leave it out.`
        return faultOf(document, 'ROUTE_UNDECLARED', pattern, why)
      }),
      ...unfilled.map((name) => {
        const why = `fills ${name}, and exports no component for it. Add it to "places" of src/remote.tsx, or leave it out of remote.json.`
        return faultOf(document, 'PLACE_EMPTY', name, why)
      }),
    ],
    notes: [
      ...notes,
      ...pageless.map(({ path }) => `${path} in remote.json has no page.`),
      ...untold.map((name) => `Nobody sees ${name} of src/remote.tsx: remote.json does not name it.`),
    ],
  }
}
