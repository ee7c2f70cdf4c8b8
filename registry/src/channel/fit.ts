import { checkLive, checkVersion } from 'remote-tools/check/check'
import { claimedPlaces } from 'remote-tools/check/claims'
import { checkDocuments } from 'remote-tools/check/documents'
import { checkShellRelease } from 'remote-tools/check/fit'
import { budgets, type Facts } from 'remote-tools/check/facts'
import { checkScreens } from 'remote-tools/check/screens'
import type { Violation, Named } from 'remote-tools/check/violation'
import { namesOfPermissions } from 'contract/remote-permissions.ts'
import { type VersionDocument, versionDocument } from 'contract/registry.ts'
import type { RegistryContext } from '../context.ts'
import { findLive, holdLive } from '../version/facts.sql.ts'
import { listFirstPlaces, listGrants } from '../grant/grants.ts'
import type { LiveProduct } from '../product.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { findFile, type NewFile } from '../version/files.sql.ts'

export async function readFacts(
  ctx: RegistryContext,
  { reservedPaths, schema, raisedBudgets }: LiveProduct,
): Promise<Facts> {
  const live = await findLive(ctx)
  return {
    shells: live
      .filter(({ description }) => description === null)
      .map(({ version, kit, uses, isPublic }) => ({ version, isPublic, kit, provides: uses })),
    remotes: live.flatMap(({ name, version, description, uses, isPublic, publicKey }) => {
      if (description === null) return []
      const { routes, needs } = description
      const permissions = namesOfPermissions(description)
      const claims = { routes: routes.map(({ path }) => path), places: claimedPlaces(description) }
      return [{ name, version, isPublic, ...claims, permissions, publicKey, needs, uses }]
    }),
    grants: (await listGrants(ctx)).map(({ name, kind, origin }) => ({ name, kind, origin })),
    firstPlaces: await listFirstPlaces(ctx),
    reservedPaths: [...reservedPaths],
    schema,
    budgets: { ...budgets, raised: { ...raisedBudgets } },
  }
}

/** Checks a version against what is live, and keeps others from changing that until `tx` ends. */
export async function findUnfit(tx: RegistryContext, signed: string, isPublic: boolean): Promise<Violation[]> {
  if (!tx.product) return []
  await holdLive(tx)
  return checkLive(versionDocument.parse(JSON.parse(signed)), isPublic, await readFacts(tx, tx.product))
}

/** @throws RegistryRefusal CHECK_FAILED, SERVICE_UNAVAILABLE while the schema is unknown */
export async function refuseUnfit(tx: RegistryContext, signed: string, isPublic: boolean): Promise<void> {
  const document = versionDocument.parse(JSON.parse(signed))
  const { name, version, documents } = document
  if (tx.product?.schema === null && Object.keys(documents).length > 0)
    throw new RegistryRefusal(
      'SERVICE_UNAVAILABLE',
      `The organization service is unavailable, so the GraphQL documents of ${name} ${version} cannot be checked. Try again soon.`,
    )
  const violations = await findUnfit(tx, signed, isPublic)
  const isOfShell = violations.some(({ code }) => code === 'REMOTE_DROPPED')
  refuse(document, violations, isOfShell && tx.product ? describeDrop(document, await readFacts(tx, tx.product)) : '')
}

/** Runs outside of a transaction; `refuseUnfit` checks again inside. @throws CHECK_FAILED */
export async function refuseInvalid(
  ctx: RegistryContext,
  document: VersionDocument,
  sent: readonly NewFile[],
  isPublic: boolean,
): Promise<void> {
  if (!ctx.product) return
  const contents = new Map(sent.map(({ integrity, content }) => [integrity, content]))
  for (const { integrity } of Object.values(document.files)) {
    const content = contents.get(integrity) ?? (await findFile(ctx, integrity))?.content
    if (!content) return // the publish reports missing files itself
    contents.set(integrity, content)
  }
  await ctx.product.refresh()
  const facts = await readFacts(ctx, ctx.product)
  const violations = await checkVersion(document, contents, isPublic, facts)
  refuse(document, violations, document.description === null ? describeDrop(document, facts) : '')
}

/** For builds. While the schema is unknown, checks only the hashes. @throws CHECK_FAILED */
export async function refuseInvalidDocuments({ product }: RegistryContext, document: VersionDocument): Promise<void> {
  await product?.refresh()
  refuse(document, checkDocuments(document, product?.schema ?? null))
}

/** @throws CHECK_FAILED */
export const refuseFailing = (version: Named, failing: readonly string[]): void =>
  refuse(version, checkScreens(version, failing))

/** Names every remote that the shell would drop, and how to keep those that need another kit. */
function describeDrop(shell: VersionDocument, facts: Facts): string {
  const live = facts.remotes.filter(({ isPublic }) => isPublic)
  const dropped = live.flatMap((remote) => {
    const violations = checkShellRelease(shell, { ...facts, remotes: [remote] })
    const lacks = violations.map(({ symbol }) => (symbol === 'kit' ? `kit ${remote.needs.kit}` : symbol))
    return lacks.length > 0 ? [`${remote.name} ${remote.version} (${lacks.join(', ')})`] : []
  })
  if (dropped.length === 0) return ''
  const kit = facts.shells.find(({ isPublic }) => isPublic)?.kit
  const layer = dropped.some((text) => text.includes('(kit '))
    ? ` To keep those that need kit ${kit}, add the layer packages/kit/compat/${kit}/ with its exports (docs/decisions/057-kit-as-a-package.md).`
    : ''
  return `it would drop ${dropped.length} of ${live.length} live remotes: ${dropped.join(', ')}.${layer} `
}

const maxListed = 50
/** Messages that follow a summary. */
const maxRepeated = 3

function refuse({ name, version }: Named, violations: Violation[], summary = ''): void {
  if (violations.length === 0) return
  const listed = violations.slice(0, maxListed)
  const repeated = summary === '' ? listed : listed.slice(0, maxRepeated)
  const more = violations.length > repeated.length ? ` And ${violations.length - repeated.length} more.` : ''
  const message = `${name} ${version} cannot go live: ${summary}${repeated.map((violation) => violation.message).join(' ')}${more}`
  throw new RegistryRefusal('CHECK_FAILED', message, { violations: listed })
}
