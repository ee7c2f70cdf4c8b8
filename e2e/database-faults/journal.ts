import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from 'database/connect.ts'
import { auth, call, signUp, textOf, type Person } from './people.ts'
import { startRestAuth, startService } from './rest-auth.ts'
import { startWorld } from './world.ts'

const writers = 8
const killEvery = 8000
const page = 100

/** Notes each change of a row in its transaction, without rest-auth. */
const noteChanges = (db: Database) =>
  db.unsafe(`
    create table "noted" ("event" text, "organizationId" text, "teamId" text);
    create function "note"() returns trigger language plpgsql as $$ begin
      if tg_table_name = 'organization' then insert into "noted" values ('organization.changed', new."id", null);
      elsif tg_op = 'INSERT' then insert into "noted" values ('team.created', new."organizationId", new."id");
      elsif tg_op = 'UPDATE' then insert into "noted" values ('team.changed', new."organizationId", new."id");
      else insert into "noted" values ('team.deleted', old."organizationId", old."id"); end if;
      return null; end $$;
    create trigger "note" after update of "name" on "organization" for each row
      when (old."name" <> new."name") execute function "note"();
    create trigger "noteTeam" after insert or delete on "team" for each row execute function "note"();
    create trigger "noteName" after update of "name" on "team" for each row
      when (old."name" <> new."name") execute function "note"();
    create table "former" as select "id" from "journal"`)

const compare = (db: Database) => db.read<{ changes: number; missing: number; double: number }[]>`
  with "counted" as (
    select "event", "organizationId", "teamId", sum("noted")::int as "noted", sum("kept")::int as "kept" from (
      select "event", "organizationId", "teamId", 1 as "noted", 0 as "kept" from "noted"
      union all
      select "event", "organizationId", "details" ->> 'teamId', 0, 1 from "journal"
      where "id" not in (select "id" from "former") and "organizationId" is not null
    ) each group by 1, 2, 3)
  select sum("noted")::int as "changes", sum(greatest("noted" - "kept", 0))::int as "missing",
    sum(greatest("kept" - "noted", 0))::int as "double" from "counted"`

/** Prints what the journal lacks or has twice, and whether readers that page forward missed entries. Exits. */
export async function compareJournal(count: number): Promise<never> {
  const world = await startWorld({ mayFill: false })
  const { postgres, proxy, restAuth } = world
  const other = await startRestAuth(proxy.url, postgres.folder)
  const gateway = await startService('gateway', { REST_AUTH_URL: restAuth.url, RATE_LIMIT_ENABLED: 'false' })

  const people = await Promise.all(Array.from({ length: writers }, () => signUp(restAuth)))
  const organizations = await Promise.all(
    people.map(async (one) =>
      textOf(await call(one, auth(restAuth, '/organization/create'), { name: 'x', slug: randomUUID() }), 'id'),
    ),
  )
  await postgres.administer(async (db) => {
    // Everyone writes to all of them.
    await db.write`
      insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
      select gen_random_uuid()::text, o."id", u."id", 'owner', now() from "organization" o, "user" u on conflict do nothing`
    await noteChanges(db)
  })

  let [acknowledged, failed] = [0, 0]
  const over = new AbortController()
  const write = async (person: Person, index: number): Promise<void> => {
    for (let n = 0; acknowledged < count; n++) {
      const organizationId = organizations[(index + n) % organizations.length] ?? ''
      const post = (path: string, body: object) =>
        call(person, auth(index % 2 ? other : restAuth, `/organization/${path}`), { organizationId, ...body })
      const rename = async () =>
        call(person, `${gateway.url}/graphql`, {
          query: `mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { userErrors { code } } }`,
          variables: { input: { organizationId: `O_${organizationId}`, name: `${index} ${n}` } },
        })
      try {
        const teamId = textOf(await post('create-team', { name: 'x' }), 'id')
        await post('update-team', { teamId, data: { organizationId, name: 'y' } })
        await post('remove-team', { teamId })
        await (index < 2 ? rename() : post('update', { data: { name: `${index} ${n}` } }))
        acknowledged += 4
      } catch {
        failed += 1
        await delay(100)
      }
    }
  }

  const read = async (organizationId: string, index: number): Promise<string[]> => {
    const seen: string[] = []
    for (let after = '0'; ;) {
      const isLast = over.signal.aborted
      const query = new URLSearchParams({ organizationId, after, limit: String(page) })
      const log = await call(people[index] ?? { cookie: '' }, auth(other, `/organization/audit-log?${query}`)).catch(
        () => null,
      )
      const entries: unknown = Reflect.get(Object(log), 'entries')
      if (Array.isArray(entries)) {
        seen.push(...entries.map(({ id }) => String(id)))
        if (entries.length > 0) after = textOf(entries.at(-1), 'position')
        else if (isLast) return seen
      }
      if (!Array.isArray(entries) || entries.length < page) await delay(200)
    }
  }

  let kills = 0
  const kill = async (): Promise<void> => {
    while (!over.signal.aborted) {
      for (const victim of [restAuth, gateway, other, postgres]) {
        await delay(killEvery)
        if (over.signal.aborted) return
        await victim.kill()
        await victim.start()
        kills += 1
      }
    }
  }
  const began = performance.now()
  const reading = organizations.map(read)
  const killing = kill()
  const progress = setInterval(() => console.log(`${acknowledged} changes, ${kills} kills`), 30_000)
  await Promise.all(people.map(write))
  const took = performance.now() - began
  over.abort()
  await killing
  const seen = await Promise.all(reading)
  clearInterval(progress)
  const [found, kept] = await postgres.administer(async (db) => [
    (await compare(db))[0],
    await Promise.all(
      organizations.map(async (id) => {
        const rows = await db.read<{ id: string; position: number }[]>`
          select "id", "position"::int from "journal" where "organizationId" = ${id} order by "position"`
        const isGapless = rows.every(({ position }, index) => position === index + 1)
        return { ids: rows.map((row) => row.id), isGapless }
      }),
    ),
  ])
  const misled = kept.filter(({ ids, isGapless }, index) => !isGapless || ids.join() !== seen[index]?.join()).length
  const summary = { acknowledged, failed, kills, seconds: Math.round(took / 1000), ...found, misledReaders: misled }
  console.log(JSON.stringify(summary))
  await Promise.all([other.kill(), gateway.kill()])
  await world.end()
  const isWrong = !found || found.missing + found.double + misled > 0 || found.changes < acknowledged
  process.exit(isWrong ? 1 : 0)
}
