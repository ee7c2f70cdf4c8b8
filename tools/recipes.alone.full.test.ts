import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type * as Testing from 'gateway/testing/start-gateway'
import { runCommand } from './testing/site.ts'

// Follows docs/recipes.md in a copy of the repository, and uses what comes out. Alone, because the
// gateway of the copy registers its metrics under the names of ours.

vi.setConfig({ testTimeout: 600_000 })

/** Inserts `added` after each `after`, or creates the file. */
type Additions = string | (readonly [after: string, added: string])[]

const provider = (row: string) => ` figma: { ${row} },`
const recipes: Record<string, Record<string, Additions>> = {
  'A field of an organization': {
    'rest-auth/migrations/9001-website.sql': 'alter table "organization" add column "website" text;',
    'rest-auth/src/organization/entities.ts': [
      ['logo: z.string().nullable(),', ' website: z.string().nullable(),'],
      ['logo: pictureUrl.exactOptional(),', ' website: z.url().exactOptional(),'],
      [
        'logo: organizationInput.shape.logo.unwrap().nullable().exactOptional(),',
        ' website: organizationInput.shape.website.unwrap().nullable().exactOptional(),',
      ],
      ['noDetails = { ', 'website: null, '],
    ],
    'gateway/src/schema/organization.graphql': [['logo: String\n', '"Its own site."\nwebsite: String\n']],
    'mf-organization/src/use-organizations.ts': [['logo\n', 'website\n']],
    'mf-organization/src/settings/rename-form.tsx': [
      ['name: organization.name,', " website: organization.website ?? '',"],
      ['submit: async ({ name,', ' website,'],
      ['const changes = {', ' website: website.trim() || null,'],
      ['description={changedName}\n      />', "<TextInput {...form.field('website')} label={t`Website`} />"],
    ],
  },
  'A field of a user': {
    'rest-auth/migrations/9002-motto.sql': 'alter table "user" add column "motto" text;',
    'rest-auth/src/user/user.ts': [
      ['image: z.string().nullable(),', ' motto: z.string().nullable(),'],
      ['noProfile = { ', 'motto: null, '],
      ['image: pictureUrl.nullable().exactOptional(),', ' motto: z.string().max(200).nullable().exactOptional(),'],
    ],
    'mf-account/src/profile/profile-form.tsx': [
      ['name: user.name,', " motto: user.motto ?? '',"],
      ['submit: async ({ name,', ' motto,'],
      ['name: name.trim(),', ' motto: motto || null,'],
      ['autoComplete="name" />', "<TextInput {...form.field('motto')} label={t`Motto`} />"],
    ],
  },
  'An error code that a screen can meet': {
    'rest-auth/src/errors.ts': [['TEAM_NOT_FOUND: 400,', ' TEAM_NAME_IS_RESERVED: 400,']],
    'rest-auth/src/organization/team/team.ts': [
      ['requireName(name)\n', "if (name === 'Everyone') throw new ApiError('TEAM_NAME_IS_RESERVED')\n"],
    ],
    'gateway/src/schema/user-error.graphql': [['TEAM_NOT_FOUND\n', '"No team may have it."\nTEAM_NAME_IS_RESERVED\n']],
    'mf-organization/src/organization-texts.ts': [
      ['KeyErrorCode>> = {', ' TEAM_NAME_IS_RESERVED: msg`Choose another name.`,'],
    ],
  },
  'A language': {
    'packages/contract/src/languages.ts': [["'tr'", ", 'it'"]],
    'rest-auth/migrations/9003-italian.sql': `alter table "user" drop constraint "user_language_check",
      add constraint "user_language_check"
        check ("language" in ('ru', 'uk', 'en', 'es', 'de', 'pl', 'fr', 'tr', 'it')) not valid;`,
    'rest-auth/src/social/quirks/vk.ts': [["tr: '82',", " it: '7',"]],
    'shell/server/fallback-texts.ts': [
      [', Texts> = {', " it: { failed: 'Errore', noscript: 'Senza script', trouble: 'Guasto', tooLong: 'Troppo' },"],
    ],
  },
  'A screen': {
    'mf-account/src/help/help-page.tsx': `import { Trans, useLingui } from '@lingui/react/macro'
      import { Page, Panel } from 'kit'
      export function HelpPage() {
        const { t } = useLingui()
        return <Page title={t\`Help\`}><Panel><Trans>Ask us.</Trans></Panel></Page>
      }`,
    'mf-account/src/remote.tsx': [
      [
        'Navigate to="/account/profile" replace /> },',
        "{ path: 'help', lazy: async () => ({ Component: (await import('./help/help-page.tsx')).HelpPage }) },",
      ],
    ],
  },
  'A REST call with mutation and form': {
    'rest-auth/src/organization/team/team.sql.ts': [
      [
        "import { firstRow, hasRow, onlyRow, sql } from 'database/sql.ts'\n",
        `export const touchTeam = async ({ db }: Context, organizationId: string, teamId: string, now: Date) =>
          (await db.write<Team[]>\`update "team" t set "updatedAt" = \${now}
            where t."organizationId" = \${organizationId} and t."id" = \${teamId} returning \${fields}\`)[0]\n`,
      ],
    ],
    'rest-auth/src/organization/policies.ts': [
      ["teamPolicy: Record<'create' | 'update'", " | 'touch'"],
      [
        'remove: Policy<string> } = {\n',
        "touch: [[isMember, 'TEAM_NOT_FOUND'], [can('team:update'), 'TEAM_NOT_FOUND']],\n",
      ],
    ],
    'rest-auth/src/organization/team/team.ts': [
      ['import { countTeams, deleteTeam, ', 'touchTeam as writeTeam, '],
      ['import { changeAsMember, ', 'requireMembership, '],
      [
        "from './team.sql.ts'\n",
        `export async function touchTeam(ctx: Context, scope: Scope, teamId: string) {
          const { authorize } = await requireMembership(ctx, scope, teamPolicy.touch)
          authorize()
          const team = await writeTeam(ctx, scope.organizationId, teamId, ctx.now())
          if (!team) throw new ApiError('TEAM_NOT_FOUND')
          return team
        }\n`,
      ],
    ],
    'rest-auth/src/organization/team/team.routes.ts': [
      ['import { createTeam, removeTeam, ', 'touchTeam, '],
      [
        'ctx: Context): void {\n',
        `post('/organization/touch-team', 'touchTeam', 'Mark a team as changed', {
            errors: errorsOf(teamPolicy.touch), journal: ['team.changed'], body: z.object({ teamId: z.string() }), returns: teamSchema,
            async handler(request) {
              const scope = await requireScope(ctx, request, {})
              return touchTeam(ctx, scope, request.body.teamId)
            },
          })\n`,
      ],
    ],
    'gateway/src/upstream/rest-auth-client.ts': [
      ["updateTeam: post('/organization/update-team'),", " touchTeam: post('/organization/touch-team'),"],
    ],
    'gateway/src/schema/team.graphql': [
      [
        'extend type Mutation {\n',
        `"Marks it as changed." touchTeam("Which one." input: TouchTeamInput!): TouchTeamPayload }
        "Which team." input TouchTeamInput { "Its id." teamId: ID! }
        type TouchTeamPayload { "The team." team: Team }
        extend type Mutation {\n`,
      ],
    ],
    'gateway/src/schema/team.ts': [
      [
        'Mutation: {\n',
        `touchTeam: change(async (upstream, input) => {
          const teamId = localId('Team', input.teamId)
          await restAuth.touchTeam(upstream, { teamId })
          return { teamId }
        }),\n`,
      ],
      ['CreateTeamPayload: changedTeam,', ' TouchTeamPayload: changedTeam,'],
    ],
    'mf-organization/src/teams/touch-team-form.tsx': `import { Trans } from '@lingui/react/macro'
      import { Form, SubmitButton, useForm } from 'kit'
      import { mutate, refusalOf } from 'kit/graphql'
      import { graphql } from '../generated/gql.ts'
      import { organizationTexts } from '../organization-texts.ts'
      const touchMutation = graphql(\`
        mutation TouchTeam($input: TouchTeamInput!) { touchTeam(input: $input) { team { id } userErrors { code } } }
      \`)
      export function TouchTeamForm({ teamId }: { teamId: string }) {
        const form = useForm({
          initial: {},
          texts: organizationTexts,
          submit: async () => refusalOf(await mutate(touchMutation, { input: { teamId } })),
        })
        return <Form form={form}><SubmitButton><Trans>Touch</Trans></SubmitButton></Form>
      }`,
  },
  'A social provider': {
    'rest-auth/src/provider-config.ts': [["'zoom',", " 'figma',"]],
    '.env.example': [['# ZOOM_CLIENT_SECRET=\n', '# FIGMA_CLIENT_ID=\n# FIGMA_CLIENT_SECRET=\n']],
    'rest-auth/src/social/providers.ts': [
      [
        "<ProviderId, 'gitlab' | 'microsoft'>, Provider>> = {\n",
        provider(`name: 'Figma', authorizationUrl: 'https://www.figma.com/oauth', scopes: ['current_user:read'],
          tokenUrl: 'https://api.figma.com/v1/oauth/token', fetchProfile: userInfo('https://api.figma.com/v1/me'),
          neverVerifies: true, user: person({ id: 'id', names: ['handle'], email: 'email', image: 'img_url' })`),
      ],
    ],
    'packages/demo-providers/src/table.ts': [
      [
        'demoTable = {\n',
        provider(`name: 'Figma', authorize: 'www.figma.com/oauth', token: 'api.figma.com/v1/oauth/token', resources: {
          'GET api.figma.com/v1/me': (person) => ({
            id: textIdOf(person), handle: person.name, email: person.email, img_url: person.picture }) }`),
      ],
    ],
    'rest-auth/src/social/providers.test.ts': [
      [
        'Expectation> = {\n',
        provider(`...given, authorize: 'www.figma.com/oauth', parameters: { scope: 'current_user:read' },
          address: 'unverified'`),
      ],
    ],
    'mf-auth/src/social/providers.ts': [['names = {\n', "figma: 'Figma',"]],
  },
}

/**
 * Changes that the recipes require in other files: sample data, tests, the motto for colleagues.
 */
const besides: Record<string, Additions> = {
  'rest-auth/src/organization/entities.ts': [['email: true, image: true', ', motto: true']],
  'rest-auth/src/user/user.ts': [['emailVerified: true, image: true', ', motto: true']],
  'gateway/src/schema/viewer.graphql': [['  image: String\n', '"The motto."\nmotto: String\n']],
  'rest-auth/src/social/unusual-emails.test.ts': [
    ['tokenPaths: Record<ProviderId, string> = {\n', "figma: 'api.figma.com/v1/oauth/token',"],
    ['[string, unknown] | object> = {\n', "figma: (id, mailbox) => ['api.figma.com/v1/me', { id, ...mailbox }],"],
  ],
  'packages/kit/src/testing/people.ts': [['image: null,', ' motto: null,']],
  'packages/kit/src/organization/use-organization.test.tsx': [['logo: null,', ' website: null,']],
  'mf-organization/src/place-props.test.ts': [["databaseId: 'one',", ' website: null,']],
  'mf-organization/src/switcher/switcher.test.tsx': [['logo: null,', ' website: null,']],
  'mf-organization/src/list/list-page.test.tsx': [['logo: null,', ' website: null,']],
  'rest-auth/src/mail/outbox.test.ts': [['Record<Language, string> = {', " it: 'Amministratore, Membro',"]],
  'mf-account/src/help/help.test.tsx': `import { screen } from 'kit/testing/page'
    import { person, sessionOf } from 'kit/testing/people'
    import { server } from 'kit/testing/server'
    import { expect, test } from 'vitest'
    import { openPage } from '../testing/open-page.ts'
    test('the new screen is there', async () => {
      const ada = person('Ada')
      server.signedIn = { user: ada, session: sessionOf(ada) }
      await openPage('/account/help')
      expect(await screen.findByText('Ask us.')).toBeDefined()
    })`,
}

const root = resolve(import.meta.dirname, '..')
const doc = readFileSync(join(root, 'docs/recipes.md'), 'utf8')
const copy = copyRepository()
afterAll(() => rmSync(copy, { recursive: true }))
for (const files of [...Object.values(recipes), besides])
  for (const [path, additions] of Object.entries(files)) add(path, additions)
await run('node', 'tools/codegen.ts')

/** Sources and the links to dependencies; the dependencies themselves stay where they are. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recipes-'))
  const left = ['.git', '.cache', '.data', 'node_modules/.pnpm', 'node_modules/.bin'].map((path) => join(root, path))
  const filter = (path: string) => !left.includes(path) && !path.endsWith('/dist')
  cpSync(root, folder, { recursive: true, verbatimSymlinks: true, filter })
  for (const name of ['.pnpm', '.bin'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

function add(path: string, additions: Additions): void {
  const file = join(copy, path)
  if (typeof additions === 'string') {
    mkdirSync(dirname(file), { recursive: true })
    return writeFileSync(file, additions, { flag: 'wx' })
  }
  let text = readFileSync(file, 'utf8')
  for (const [after, added] of additions) {
    expect(text, path).toContain(after)
    text = text.replaceAll(after, (found) => found + added)
  }
  writeFileSync(file, text)
}

async function run(...command: [string, ...string[]]): Promise<void> {
  // Not that of this test: its databases have other migrations, and lingui looks for its own tests.
  const environment = { TEST_DATABASE_TEMPLATE_URL: undefined, NODE_ENV: undefined, TEST_FULL: '' }
  const { ended, output } = runCommand(command, environment, copy)
  const code = await ended
  expect(code, `${command.join(' ')}\n${output()}`).toBe(0)
}

const { startGateway }: typeof Testing = await import(join(copy, 'gateway/src/testing/start-gateway.ts'))
const gateway = await startGateway()

test.each(Object.entries(recipes))('the recipe names the files that it takes: %s', (name, files) => {
  const steps = doc
    .split(`\n## ${name}\n`)[1]
    ?.split('\n## ')[0]
    ?.split(/^\d\. /m)
    .slice(1)
  const made = Object.entries(files)
  expect(steps).toHaveLength(made.length)
  for (const [index, [path, additions]] of made.entries())
    expect(steps?.[index]).toContain(typeof additions === 'string' ? path.split('/', 2).join('/') : path)
})

test.each([
  'rest-auth',
  'gateway',
  'packages/kit',
  'mf-account',
  'mf-auth',
  'mf-organization',
  'packages/demo-providers',
  'shell/server',
])('what the recipes make compiles: %s', (name) => run('tsc', '-p', name))

test('a field of an organization is set, read and cleared', async () => {
  const owner = await gateway.signUp()
  const fields = 'organization { id website } userErrors { code }'
  const created = await owner.graphql(
    `mutation { createOrganization(input: { name: "A", slug: "site", website: "https://a.example" }) { ${fields} } }`,
  )
  const id = created.textAt('createOrganization', 'organization', 'id')
  expect(created.at('createOrganization', 'organization', 'website')).toBe('https://a.example')
  for (const website of ['https://b.example', null]) {
    const updated = await owner.graphql(
      `mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { ${fields} } }`,
      { input: { organizationId: id, website } },
    )
    expect(updated.data).toEqual({ updateOrganization: { organization: { id, website }, userErrors: [] } })
    const read = await owner.graphql('{ organization(by: { slug: "site" }) { website } }')
    expect(read.data).toEqual({ organization: { website } })
  }
})

test('a field of a user is set, read and cleared, and the language is one of them', async () => {
  const user = await gateway.signUp()
  for (const changes of [{ motto: 'Onwards', language: 'it' }, { motto: null }]) {
    const { motto } = changes
    expect(await user.rest('POST', '/update-user', changes)).toMatchObject({ status: 200 })
    expect(await user.rest('GET', '/get-session')).toMatchObject({ body: { user: { motto, language: 'it' } } })
    expect((await user.graphql('{ viewer { user { motto } } }')).data).toEqual({ viewer: { user: { motto } } })
  }
})

test('a refusal has its code, and a mutation its outcome', async () => {
  const owner = await gateway.signUp()
  const made = await owner.graphql(`mutation { createOrganization(input: { name: "B", slug: "eleven" }) {
    organization { teams { nodes { id } } } } }`)
  const teamId = made.textAt('createOrganization', 'organization', 'teams', 'nodes', 0, 'id')
  const refused = await owner.graphql('mutation { createTeam(input: { name: "Everyone" }) { userErrors { code } } }')
  expect(refused.at('createTeam', 'userErrors')).toEqual([{ code: 'TEAM_NAME_IS_RESERVED' }])
  const touched = await owner.graphql(
    'mutation ($input: TouchTeamInput!) { touchTeam(input: $input) { team { id } userErrors { code } } }',
    { input: { teamId } },
  )
  expect(touched.data).toEqual({ touchTeam: { team: { id: teamId }, userErrors: [] } })
})

test('people sign in with the provider, whose settings are documented, and see the new screen', () => {
  const projects = ['rest-auth', 'tools', 'mf-account'].flatMap((name) => ['--project', name])
  return run('vitest', 'run', '--maxWorkers=1', ...projects, 'social/providers.test', 'env-example', 'help.test')
})
