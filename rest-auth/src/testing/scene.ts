import { found } from './organizations.ts'
import type { InputSchema, Route } from './routes.ts'
import type { SignedIn, TestApp } from './start-test-app.ts'
import { testPassword } from './test-password.ts'

/**
 * A signed-in owner and the values that calls need. `{name}` in a generated request stands for one.
 */
export interface Scene {
  readonly owner: SignedIn
  readonly values: Readonly<Record<string, string>>
}

export async function setScene(server: TestApp): Promise<Scene> {
  const { id, slug, memberId, teamId, owner } = await found(server)
  const invited = await server.signUp()
  const invitation = await owner.post('/organization/invite-member', { email: invited.email, role: 'member' })
  const received = await (
    await found(server, invited)
  ).owner.post('/organization/invite-member', { email: owner.email, role: 'admin' })
  const values = {
    organization: id, slug, member: memberId, team: teamId, email: owner.email, other: invited.email, token: owner.token,
    invitation: invitation.at('id'), received: received.at('id'), user: owner.id, password: testPassword,
  } // prettier-ignore
  return { owner, values }
}

/** Values that get far, by field name. */
export const fitting: readonly (readonly [RegExp, ...string[]])[] = [
  [/organizationId/, '{organization}'],
  [/slug/i, '{slug}', 'new-slug'],
  [/memberId/, '{member}', '{other}'],
  [/teamId/, '{team}'],
  [/invitationId|^id$/, '{invitation}', '{received}'],
  [/userId/, '{user}'],
  [/email/i, '{email}', '{other}', 'New@X.test'],
  [/password/i, '{password}', 'another password'],
  [/url|redirectTo/i, '/path', 'http://localhost:3000/x?y=z'],
  [/token/i, '{token}'],
  [/role/i, 'owner', 'admin', 'member,admin'],
  [/provider/i, 'google', 'credential', 'github'],
  [/username/i, 'new_name', '{slug}'],
  [/^(webhook|delivery)Id$/, 'x'],
  [/^events$/, 'team.created'],
  [/^before$/, '1'],
]

export const fill = ({ values }: Scene, text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** A valid request of this route, as far as the names of its fields tell. */
export function fittingCall(scene: Scene, route: Route) {
  const fieldsOf = (fields: Route['query']): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, valueOf(name, schema)]))
  const valueOf = (name: string, { type, enum: values, anyOf, properties, items }: InputSchema): unknown => {
    if (values) return values[0]
    if (anyOf) return valueOf(name, anyOf[0] ?? {})
    if (properties) return fieldsOf(properties)
    if (type === 'array') return [valueOf(name, items ?? {})]
    if (type === 'boolean') return true
    if (type === 'integer' || type === 'number') return 1
    if (type === 'object') return {}
    return fill(scene, fitting.find(([pattern]) => pattern.test(name))?.[1] ?? 'x')
  }
  // The others are optional.
  const known = Object.entries(route.query).filter(([name]) => fitting.some(([pattern]) => pattern.test(name)))
  const query = Object.entries(fieldsOf(Object.fromEntries(known))).map(([name, value]) => [name, String(value)])
  const path = route.path.replaceAll(/\{\w+\}/g, 'x')
  return { path, query: Object.fromEntries(query), body: fieldsOf(route.body) }
}
