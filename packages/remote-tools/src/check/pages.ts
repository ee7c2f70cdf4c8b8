import type { VersionDocument } from 'contract/registry.ts'
import { covers } from './claims.ts'
import { findPageProblems } from './page-html.ts'
import { makeViolation, type Violation } from './violation.ts'

/** Checks prerendered pages, which the shell's server puts into documents. */
export function checkPages(version: VersionDocument, contentOf: (path: string) => Buffer): Violation[] {
  const routes = version.description?.routes ?? []
  return Object.entries(version.prerendered ?? {}).flatMap(([pattern, pages]) => {
    const [owner] = routes
      .filter(({ path }) => covers(path, pattern))
      .toSorted((one, other) => other.path.length - one.path.length)
    if (owner === undefined || owner.access === 'user') {
      const why = `prerenders ${pattern}, which ${owner ? 'only users may open' : 'no route in remote.json contains'}. Only public pages can be prerendered: remove "prerender" from the route, or change "access" in remote.json.`
      return [makeViolation(version, 'PAGE_INVALID', pattern, why)]
    }
    // The languages mostly have the same problems.
    const problems = new Map(
      Object.values(pages).flatMap((path) =>
        findPageProblems(String(contentOf(path))).map((problem) => [problem, path] as const),
      ),
    )
    return [...problems].map(([problem, path]) => {
      const why = `has a prerendered page ${path} that ${problem}. Draw it with plain elements and kit's components, or remove "prerender" from the route ${pattern}.`
      return makeViolation(version, 'PAGE_INVALID', pattern, why)
    })
  })
}
