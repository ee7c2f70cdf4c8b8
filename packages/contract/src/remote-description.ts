// For Node: builds, publishing and the shell's server. A page takes the types only; zod would cost it 89 kB.
import { askedOrigins } from './foreign-origins.ts'
import { permissions, roles } from './permissions.ts'
import { z } from 'zod'

const text = z.string('must be a text').min(1, 'must not be empty')
/** A path inside the shell: `//host` and `/\host` would leave it. */
const path = text.regex(/^\/(?![/\\])\S*$/, 'must be a path inside the shell: "/…"')

/** Who may see a route: `guest` only without a session, `user` only with one, `public` everybody. */
const access = z.enum(['public', 'guest', 'user'], 'must be "public", "guest" or "user"')
export type Access = z.infer<typeof access>

/** Text by language code; `en` is always there and stands in for a language that is missing. */
const labelTexts = z.object({ en: text }, 'must be texts by language: { "en": "…" }').catchall(text)
export type Label = z.infer<typeof labelTexts>

const role = z.enum(roles, `must be a role in an organization: ${roles.join(', ')}`)
const permission = z.enum(permissions, `must be a permission in an organization: ${permissions.join(', ')}`)

/** Whom something is for; with both, both must hold. */
const demand = {
  /** Those only who have one of these roles in the organization that is shown, or else in their active one. */
  roles: z.array(role, 'must be a list of roles: ["owner", "admin"]').min(1, 'must not be empty').optional(),
  /** Those only whose roles there grant it. */
  permission: permission.optional(),
}

/** The remote owns `path`, a pattern of react-router, and everything below it. */
const route = z
  .object({ path, access, ...demand }, 'must be { path: "/…", access: "public" | "guest" | "user" }')
  .superRefine(({ access: visitors, ...own }, ctx) => {
    for (const key of ['roles', 'permission'] as const)
      if (visitors !== 'user' && own[key] !== undefined)
        ctx.addIssue({ code: 'custom', path: [key], message: `is what a user has; with it "access" must be "user"` })
  })
export type Route = z.infer<typeof route>

/** What every entry says that is drawn from the lock alone. */
const entry = {
  label: labelTexts,
  /** Position among what others put there, small first; of equal ones the name of the remote decides. */
  order: z.number('must be a number'),
  ...demand,
}

const navigationItem = z.object(
  {
    /** Absolute path inside the shell. */
    to: path,
    ...entry,
    /** What it stands under where there are many. Items of any remotes with the same English text stand together. */
    group: labelTexts.optional(),
    /** False: it is found by typing, and stands in no menu. */
    menu: z.boolean('must be true or false').optional(),
  },
  'must be { to: "/…", label: { "en": "…" }, order: 10 }',
)
export type NavigationItem = z.infer<typeof navigationItem>

/** The last part of an address, or nothing: the address that the place itself has. */
const addressName = z.string('must be a text').regex(/^[a-z0-9-]*$/, 'must be of the letters a-z, digits and "-"')
const cardName = text.regex(/^[a-z0-9-]+$/, 'must be of the letters a-z, digits and "-"')

/** A list for one place, in which no two entries have the same `key`. */
const listOf = <Key extends string, Entry extends z.ZodType<Record<Key, string>>>(
  item: Entry,
  key: Key,
  form: string,
) =>
  z.array(item, `must be a list of ${form}`).superRefine((entries, ctx) => {
    for (const [index, { [key]: own }] of entries.entries())
      if (entries.findIndex((each) => each[key] === own) < index)
        ctx.addIssue({ code: 'custom', path: [index, key], message: `must be there once; "${own}" is taken above` })
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

/** What a remote puts into pages that are not its own. */
const places = z.strictObject(
  {
    /** Beside the user menu; in the menu on a phone. */
    header: headerParts.optional(),
    /** Below `/organizations/:slug/<name>`. */
    'organization-tab': withAddress.optional(),
    'organization-card': cards.optional(),
    /** Below `/account/<name>`. */
    'account-section': withAddress.optional(),
    'start-card': cards.optional(),
    /** Links; the only place that needs no implementation. */
    'user-menu': links.optional(),
  },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? 'must be of: header, organization-tab, organization-card, account-section, start-card, user-menu'
        : 'must be lists of entries by place: { "organization-tab": [] }',
  },
)
export type Places = z.infer<typeof places>
export type PlaceName = keyof Places

export const remoteDescription = z.object(
  {
    /** The package's; the container takes it with underscores and stands in `window`: the prefix keeps it off what else is there. */
    name: text.regex(/^mf(-[a-z0-9]+)+$/, 'must be the package name, "mf-" and more in kebab-case'),
    routes: z.array(route, 'must be a list of { path: "/…", access: "public" | "guest" | "user" }'),
    places: places.optional(),
    navigation: z.array(navigationItem, 'must be a list of { to: "/…", label: { "en": "…" }, order: 10 }').default([]),
    /** The version range of kit. */
    needs: z.strictObject({ kit: text.optional() }, 'must be a version range of kit: { "kit": "^1" }').default({}),
    ...askedOrigins,
  },
  'must be an object',
)

/**
 * What the shell must know of a remote without loading it: the content of its `remote.json`,
 * which is published with each version and becomes part of the lock.
 */
export type RemoteDescription = z.infer<typeof remoteDescription>

export const labelsOf = ({ navigation, places: filled }: RemoteDescription): Label[] => [
  ...navigation.flatMap(({ label, group }) => [label, ...(group ? [group] : [])]),
  ...Object.values(filled ?? {}).flatMap((entries) =>
    (entries ?? []).flatMap((each) => ('label' in each ? each.label : [])),
  ),
]

/** Turns the content of a `remote.json` into its type. The error names every fault with its place. */
export function parseRemoteDescription(input: unknown): RemoteDescription {
  const { data, error } = remoteDescription.safeParse(input)
  if (data) return data
  const faults = error.issues.map((issue) =>
    issue.path.length > 0 ? `"${issue.path.join('.')}" ${issue.message}` : issue.message,
  )
  throw new Error(`remote.json is not valid: ${faults.join('; ')}`)
}
