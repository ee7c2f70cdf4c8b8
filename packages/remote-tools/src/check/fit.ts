import { rsort, satisfies, subset, validRange } from 'semver'
import type { RemoteDescription } from 'contract/remote-description.ts'
import type { VersionDocument } from 'contract/registry.ts'
import type { Facts, LiveRemote, LiveShell } from './facts.ts'
import { type Violation, makeViolation, type Named } from './violation.ts'

type User = Named & Pick<LiveRemote, 'needs' | 'uses'>

// Public remotes must fit every public shell; previews must fit one shell of any kind.
export function checkFit(remote: User, isPublic: boolean, { shells }: Facts): Violation[] {
  const bySelf = [...checkRange(remote), ...checkNames(remote)]
  const byShell = shells.map((shell) => ({ shell, violations: checkShellFor(remote, shell) }))
  const isFitting = !isPublic && byShell.some(({ violations }) => violations.length === 0)
  const unfit = byShell.filter(({ shell }) => shell.isPublic).flatMap(({ violations }) => violations)
  return [...bySelf, ...(isFitting ? [] : unfit)]
}

/** A new shell must provide what the live remotes use. */
export function checkShellRelease(shell: VersionDocument, { remotes }: Facts): Violation[] {
  const next: LiveShell = { version: shell.version, isPublic: true, kit: shell.kit, provides: shell.uses }
  return remotes
    .filter(({ isPublic }) => isPublic)
    .flatMap((remote) => checkShellFor(remote, next))
    .map(({ symbol, message }) =>
      makeViolation(
        shell,
        'REMOTE_DROPPED',
        symbol,
        `would break a live remote: ${message} Or let the shell provide it again.`,
      ),
    )
}

type Provider = Pick<LiveShell, 'kit' | 'provides'>

// Newest first, including layers for older versions (shell/build/federation.ts).
function kitsOf({ kit, provides }: Provider): string[] {
  const layers = Object.keys(provides).flatMap((module) => /^kit@(.+)$/.exec(module)?.[1] ?? [])
  return [kit, ...rsort(layers)]
}

/** The newest version in `range` that the shell provides, or undefined. */
export function kitFor(shell: Provider, range = '*'): string | undefined {
  return kitsOf(shell).find((kit) => isMet(kit, range))
}

function checkShellFor(remote: User, shell: LiveShell): Violation[] {
  const { kit: range = '*' } = remote.needs
  const kit = validRange(range) === null ? shell.kit : kitFor(shell, range)
  if (kit === undefined) {
    const why = `needs kit ${range}, but the shell ${shell.version} provides ${kitsOf(shell).join(' and ')}. Build it with that version, and change "needs" in remote.json.`
    return [makeViolation(remote, 'NEEDS_UNMET', 'kit', why)]
  }
  return Object.entries(remote.uses).flatMap(([module, names]) => {
    const layer = kit === shell.kit ? undefined : shell.provides[`${module}@${kit}`]
    const provided = layer ?? shell.provides[module]
    if (provided?.includes('*')) return []
    return names
      .filter((name) => name !== '*' && !provided?.includes(name) && !isDefaultOfReact(module, name))
      .map((name) => {
        const why = `uses ${name} of ${module}, which the shell ${shell.version} (kit ${kit}) does not export. Remove it, or wait for a shell that exports it.`
        return makeViolation(remote, 'EXPORT_MISSING', `${module}.${name}`, why)
      })
  })
}

// The bundler derives it from React's CommonJS exports, so no shell lists it.
const isDefaultOfReact = (module: string, name: string): boolean => name === 'default' && /^react\b/.test(module)

function checkRange(remote: User): Violation[] {
  const { kit: range = '*' } = remote.needs
  if (validRange(range) !== null) return []
  const why = `needs kit "${range}", which is not a version range. Use one such as "^2.1" in remote.json.`
  return [makeViolation(remote, 'NEEDS_INVALID', 'kit', why)]
}

const kitOfScope = '2.2.0'

/** An older shell ignores the scope: the page would be at another address, about any organization. */
export function checkNewFields(remote: Named, { routes, needs: { kit: range = '*' } }: RemoteDescription): Violation[] {
  const isNew = routes.some(({ scope }) => scope !== undefined)
  if (!isNew || validRange(range) === null || subset(range, `>=${kitOfScope}`)) return []
  const why = `has a route with "scope", which kit ${kitOfScope} brought, but works with kit ${range}. Write "needs": { "kit": "^2.2" } in remote.json.`
  return [makeViolation(remote, 'NEEDS_INVALID', 'kit', why)]
}

// Libraries also import React whole. A remote that imports kit whole would need all its exports.
function checkNames(remote: User): Violation[] {
  return Object.entries(remote.uses)
    .filter(([module, names]) => /^kit(\/|$)/.test(module) && names.includes('*'))
    .map(([module]) => {
      const why = `imports ${module} as a namespace, which hides the exports that it uses. Import them by name: import { Page } from '${module}'.`
      return makeViolation(remote, 'EXPORTS_UNKNOWN', module, why)
    })
}

const isMet = (version: string, range: string): boolean => satisfies(version, range, { includePrerelease: true })
