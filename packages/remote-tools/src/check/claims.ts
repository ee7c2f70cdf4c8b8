import { namesOf } from 'contract/entries-of.ts'
import type { RemoteDescription } from 'contract/remote-description.ts'
import { covers as coversPath, segmentsOf } from 'contract/version-lock.ts'
import type { Facts, LiveRemote } from './facts.ts'
import { type Violation, makeViolation, type Named } from './violation.ts'

// Routes of two remotes must not overlap: then the owner of a path is the same on every page.
export function checkClaims(remote: Named, description: RemoteDescription, facts: Facts): Violation[] {
  const others = facts.remotes.filter(({ name, isPublic }) => isPublic && name !== remote.name)
  const claimed = claimedPlaces(description)
  const twice = claimed.filter((name, index) => claimed.indexOf(name) < index)
  return [
    ...description.routes.flatMap(({ path }) => checkRoute(remote, path, others, facts)),
    ...claimed.flatMap((name) =>
      others
        .filter((other) => other.places.includes(name))
        .map((other) => {
          const why = `fills ${name}, which ${other.name} ${other.version} already fills. Choose another name in "places" of remote.json, or another path of a route with "scope".`
          return makeViolation(remote, 'PLACE_CLAIMED', name, why)
        }),
    ),
    ...twice.map((name) => {
      const why = `has a tab and a route with "scope" at the same address, ${name}. Rename one of them in remote.json.`
      return makeViolation(remote, 'PLACE_CLAIMED', name, why)
    }),
  ]
}

/** Places, and pages of each organization, whose addresses are like those of its tabs. */
export const claimedPlaces = (description: RemoteDescription): string[] => [
  ...namesOf(description),
  ...new Set(description.routes.flatMap(({ path, scope }) => (scope ? `organization-tab/${segmentsOf(path)[0]}` : []))),
]

/** Only for new versions, because earlier ones must still go live and be rolled back to. */
export function checkNormalForm(version: Named, { routes }: RemoteDescription): Violation[] {
  return routes
    .filter(({ path }) => segmentsOf(path).some((segment) => segment === '.' || segment === '..'))
    .map(({ path }) => {
      const why = `claims ${path}, which browsers resolve to another path. Remove "." and "..".`
      return makeViolation(version, 'ROUTE_INVALID', path, why)
    })
}

function checkRoute(remote: Named, path: string, others: LiveRemote[], { reservedPaths }: Facts): Violation[] {
  if (!/^(\/:?[\w.~-]+)+$/.test(path)) {
    const why = `claims ${path}, which is not a path such as /invoices/:id. A path includes everything below it; remove "*" and "?".`
    return [makeViolation(remote, 'ROUTE_INVALID', path, why)]
  }
  const reserved = reservedPaths.find((own) => overlaps(own, path))
  if (reserved !== undefined) {
    const why = `claims ${path}, which overlaps ${reserved} of the product itself. Choose another path, such as /${remote.name.slice(3)}.`
    return [makeViolation(remote, 'ROUTE_CLAIMED', path, why)]
  }
  return others.flatMap((other) => {
    const claim = other.routes.find((route) => overlaps(route, path))
    if (claim === undefined) return []
    const why = `claims ${path}, which overlaps ${claim} of ${other.name} ${other.version}. Choose another path, or ask its team.`
    return [makeViolation(remote, 'ROUTE_CLAIMED', path, why)]
  })
}

/** Whether any path lies at or below both. A parameter equals anything. */
function overlaps(a: string, b: string): boolean {
  const [shorter = [], longer = []] = [segmentsOf(a), segmentsOf(b)].toSorted((x, y) => x.length - y.length)
  return shorter.every(
    (segment, index) => segment.startsWith(':') || longer[index]?.startsWith(':') || segment === longer[index],
  )
}

/** Whether every path that matches the router pattern lies at or below `claim`. */
export function covers(claim: string, pattern: string): boolean {
  // A path may lack everything from the first `*` or optional segment on.
  const [required = ''] = pattern.split(/(?:^|\/)(?:\*(?=\/|$)|[^/]*\?)/)
  return coversPath(segmentsOf(claim), segmentsOf(required))
}
