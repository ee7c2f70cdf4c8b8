// For Node: pages import only the types, because zod would cost them 89 kB.
import { requestedOrigins } from './foreign-origins.ts'
import { isOfRemote, permissions } from './permissions.ts'
import { actionName, declaredPermission } from './remote-permissions.ts'
import { roles } from './roles.ts'
import { labelTexts, text } from './label-texts.ts'
import { explainPlainly } from './plain-problems.ts'
import { remoteOwner } from './remote-owner.ts'
import { z } from 'zod'

explainPlainly()

/** `//host` and `/\host` would leave the shell. */
const path = text.regex(/^\/(?![/\\])\S*$/, 'must be a path inside the shell: "/…"')

const access = z.enum(['public', 'guest', 'user'], 'must be "public", "guest" or "user"')

export type Label = z.infer<typeof labelTexts>

const role = z.enum(roles, `must be a role in an organization: ${roles.join(', ')}`)
const permission = z
  .string('must be a string')
  .refine(
    (name) => isOfRemote(name) || permissions.some((known) => known === name),
    `must be a permission in an organization: ${permissions.join(', ')}, or one of "permissions"`,
  )

/** Roles and permission in the organization of the page, otherwise in the active one. All must hold. */
const demand = {
  roles: z.array(role, 'must be a list of roles: ["owner", "admin"]').min(1, 'must not be empty').optional(),
  permission: permission.optional(),
  userRole: z.literal('admin', 'must be the role of a user in the product: "admin"').optional(),
}

/** The remote owns `path`, a react-router pattern, and everything below it. */
const route = z
  .object(
    {
      path,
      access,
      ...demand,
      /** The page is one of each organization: `/organizations/:slug` and the path. */
      scope: z.literal('organization', 'must be "organization"').optional(),
    },
    'must be { path: "/…", access: "public" | "guest" | "user" }',
  )
  .superRefine(({ access: visitors, ...own }, ctx) => {
    for (const key of ['roles', 'permission', 'userRole', 'scope'] as const)
      if (visitors !== 'user' && own[key] !== undefined)
        ctx.addIssue({ code: 'custom', path: [key], message: `applies only to users: "access" must be "user"` })
  })
export type Route = z.infer<typeof route>

const entry = {
  label: labelTexts,
  order: z.number('must be a number'), // lowest first; then by the name of the remote
  ...demand,
}

const navigationItem = z.object(
  {
    to: path,
    ...entry,
    /** Heading in long menus. Items of all remotes with the same English text share one. */
    group: labelTexts.optional(),
    menu: z.boolean('must be true or false').optional(), // false: only the command palette finds it
  },
  'must be { to: "/…", label: { "en": "…" }, order: 10 }',
)
export type NavigationItem = z.infer<typeof navigationItem>

/** The last part of a path. Empty for the path of the place itself. */
const addressName = z.string('must be a string').regex(/^[a-z0-9-]*$/, 'must contain only a-z, 0-9 and "-"')
const cardName = text.regex(/^[a-z0-9-]+$/, 'must contain only a-z, 0-9 and "-"')

const listOf = <Key extends string, Entry extends z.ZodType<Record<Key, string>>>(
  item: Entry,
  key: Key,
  form: string,
) =>
  z.array(item, `must be a list of ${form}`).superRefine((entries, ctx) => {
    for (const [index, { [key]: own }] of entries.entries())
      if (entries.findIndex((each) => each[key] === own) < index)
        ctx.addIssue({ code: 'custom', path: [index, key], message: `must be unique; "${own}" is used above` })
  })

const namedForm = '{ name: "invoices", label: { "en": "…" }, order: 10 }'
const linkForm = '{ to: "/…", label: { "en": "…" }, order: 10 }'
const withAddress = listOf(z.object({ name: addressName, ...entry }, `must be ${namedForm}`), 'name', namedForm)
const cards = listOf(z.object({ name: cardName, ...entry }, `must be ${namedForm}`), 'name', namedForm)
const headerForm = '{ name: "switcher", order: 10 }'
const headerParts = listOf(
  z.object({ name: cardName, order: entry.order }, `must be ${headerForm}`),
  'name',
  headerForm,
)
const links = listOf(z.object({ to: path, ...entry }, `must be ${linkForm}`), 'to', linkForm)

const places = z.strictObject(
  {
    /** Next to the user menu; inside the menu on a phone. */
    header: headerParts.optional(),
    /** At `/organizations/:slug/<name>`. */
    'organization-tab': withAddress.optional(),
    'organization-card': cards.optional(),
    'account-section': withAddress.optional(),
    'start-card': cards.optional(),
    'user-menu': links.optional(),
  },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? 'must only use: header, organization-tab, organization-card, account-section, start-card, user-menu'
        : 'must be lists of entries by place: { "organization-tab": [] }',
  },
)
export type Places = z.infer<typeof places>
export type PlaceName = keyof Places

const declared = z.record(
  z.string().regex(actionName),
  declaredPermission,
  'must be { "approve": { "label": { "en": "…" } } }, with names of a-z, 0-9 and "-"',
)

const anyDescription = z.object(
  {
    /** With underscores it is the container's global name; the prefix avoids collisions. */
    name: text.regex(/^mf(-[a-z0-9]+)+$/, 'must be the package name, "mf-" and more in kebab-case'),
    routes: z.array(route, 'must be a list of { path: "/…", access: "public" | "guest" | "user" }'),
    places: places.optional(),
    navigation: z.array(navigationItem, 'must be a list of { to: "/…", label: { "en": "…" }, order: 10 }').default([]),
    needs: z.strictObject({ kit: text.optional() }, 'must be a version range of kit: { "kit": "^2" }').default({}),
    /** Hears of new kinds of failures: an email address, or a webhook. */
    owner: remoteOwner.optional(),
    /** Roles can grant them: `approve` of `mf-invoices` is `mf-invoices:approve`. */
    permissions: declared.optional(),
    ...requestedOrigins,
  },
  'must be an object',
)

export const remoteDescription = anyDescription.superRefine((description, ctx) => {
  const { name, routes, navigation, places: filled = {}, permissions: own = {} } = description
  const demanding = [
    ...routes.map(({ permission: demanded }, index) => ({ demanded, path: ['routes', index] })),
    ...navigation.map(({ permission: demanded }, index) => ({ demanded, path: ['navigation', index] })),
    ...Object.entries(filled).flatMap(([place, entries]) =>
      (entries ?? []).map((each, index) => ({
        demanded: 'permission' in each ? each.permission : undefined,
        path: ['places', place, index],
      })),
    ),
  ]
  const declaredNames = Object.keys(own).map((action) => `${name}:${action}`)
  for (const { demanded, path: at } of demanding)
    if (demanded !== undefined && isOfRemote(demanded) && !declaredNames.includes(demanded))
      ctx.addIssue({
        code: 'custom',
        path: [...at, 'permission'],
        message: `must be declared in "permissions" of this remote; "${demanded}" is not`,
      })
})

/** The content of `remote.json`: what the shell knows of a remote before it loads it. */
export type RemoteDescription = z.infer<typeof remoteDescription>

export const labelsOf = ({ navigation, places: filled, permissions: own }: RemoteDescription): Label[] => [
  ...Object.values(own ?? {}).map(({ label }) => label),
  ...navigation.flatMap(({ label, group }) => [label, ...(group ? [group] : [])]),
  ...Object.values(filled ?? {}).flatMap((entries) =>
    (entries ?? []).flatMap((each) => ('label' in each ? each.label : [])),
  ),
]

export function parseRemoteDescription(input: unknown): RemoteDescription {
  const { data, error } = remoteDescription.safeParse(input)
  if (data) return data
  const problems = error.issues.map((issue) =>
    issue.path.length > 0 ? `"${issue.path.join('.')}" ${issue.message}` : issue.message,
  )
  throw new Error(`remote.json is not valid: ${problems.join('; ')}`)
}
