/** A mutant that no test notices, and why that does not matter. `before` and `after` are as `npm run mutate` prints them. */
interface Survivor {
  readonly before: string
  readonly after: string
  readonly reason: string
}

/** By file. An entry whose line is no more is refused, so that the list does not outlive the code. */
export const accepted: Record<string, readonly Survivor[]> = {
  'gateway/src/app.ts': [
    {
      before: "app.addHook('onClose', async () => { await apollo.stop() await pool.close() })",
      after: ';',
      reason:
        'The process ends right afterwards, which main.test.ts sees; only tests would leave connections open for a while.',
    },
    {
      before: 'stopOnTerminationSignals: false,',
      after: 'stopOnTerminationSignals: true,',
      reason: 'Our own way of ending comes first: main.test.ts sees the process end with 0 either way.',
    },
  ],
  'gateway/src/limits/admit-requests.ts': [
    {
      before: "app.decorateRequest('cost', 0)",
      after: "app.decorateRequest('cost', 1)",
      reason: 'Only the form of the property: each request that gets further has its own cost set.',
    },
  ],
  'gateway/src/limits/measure.ts': [
    {
      before: "return typeof size === 'number' && size >= 0 && size <= largestPage ? size : largestPage",
      after: "return typeof size === 'number' && size > 0 && size <= largestPage ? size : largestPage",
      reason: 'A page of none is refused by its field in either case.',
    },
  ],
  'gateway/src/schema/invitation.ts': [
    {
      before: 'isExpired: ({ expiresAt }) => Date.parse(expiresAt) <= Date.now(),',
      after: 'isExpired: ({ expiresAt }) => Date.parse(expiresAt) < Date.now(),',
      reason: 'The very millisecond.',
    },
  ],
  'gateway/src/schema/type-defs.ts': [
    {
      before:
        "export const typeDefs: DocumentNode = parse(files.map((file) => readFileSync(file, 'utf8')).join('\\n'))",
      after: "export const typeDefs: DocumentNode = parse(files.map((file) => readFileSync(file, 'utf8')).join(''))",
      reason: 'Each file ends with a line break of its own.',
    },
    {
      before: 'const files = globSync(`${import.meta.dirname}/*.graphql`).toSorted()',
      after: 'const files = globSync(`${import.meta.dirname}/*.graphql`)',
      reason:
        'Most file systems list names in order; on others the published schema would change, and a test compares that.',
    },
  ],
  'rest-auth/src/crypto/hash-queue.ts': [
    {
      before: 'if (slots.size >= workersAtMost) return undefined',
      after: 'if (slots.size > workersAtMost) return undefined',
      reason: 'One thread more than there should be, which the times of a flood do not tell from one less.',
    },
    {
      before: 'const workersAtMost = Math.min(availableParallelism(), 8)',
      after: 'const workersAtMost = Math.min(availableParallelism(), 9)',
      reason: 'A bound of memory on machines of more than eight cores; nine would do as well.',
    },
  ],
  'rest-auth/src/crypto/signed-value.ts': [
    {
      before: 'if (dot < 1) return null',
      after: '',
      reason: 'Without a value or a signature nothing verifies: it only saves the attempt.',
    },
    {
      before: 'if (dot < 1) return null',
      after: 'if (dot <= 1) return null',
      reason: 'No signed value is a single character long.',
    },
  ],
  'rest-auth/src/social/provider.ts': [
    {
      before: "override name = 'ProviderError'",
      after: "override name = ''",
      reason: 'Read by people in the log.',
    },
  ],
  'shell/server/app.ts': [
    {
      before: 'fastifyOptions(config, log, 60_000)',
      after: 'fastifyOptions(config, log, 0)',
      reason: 'A bound for clients that send a byte at a time: to see it, a test would wait a minute.',
    },
    {
      before: "rewriteUrl: ({ url = '/' }) => url.replace(/^[^?]*/, decodable),",
      after: "rewriteUrl: ({ url = '/' }) => url.replace(/[^?]*/, decodable),",
      reason: 'The same: what may be empty is first found at the beginning.',
    },
  ],
  'shell/server/live-reload.ts': [
    {
      before: 'const settleTime = 150',
      after: 'const settleTime = 151',
      reason: 'A thousandth of a second of development.',
    },
  ],
  'shell/server/main.ts': [
    {
      before: "name: 'shell',",
      after: "name: '',",
      reason: 'Read by people in the log.',
    },
    {
      before: "await runService({ name: 'shell', settings: Object.keys(ownSettings.shape), loadConfig, start, })",
      after: ';',
      reason: 'Then nothing starts, which every journey and scripts/up.test.ts notice.',
    },
  ],
  'rest-auth/src/social/access-token.ts': [
    {
      before: 'const winnersHeadStart = 300',
      after: 'const winnersHeadStart = 301',
      reason: 'A thousandth of a second.',
    },
  ],
  'rest-auth/src/social/social-refusal.ts': [
    {
      before: "'invalid_callback_request',",
      after: "'',",
      reason: 'The compiler refuses it where the code is used, in callback.routes.ts.',
    },
  ],
  'gateway/src/http/request-context.ts': [
    {
      before: "if (lines.length > 0) reply.header('set-cookie', lines)",
      after: "if (lines.length >= 0) reply.header('set-cookie', lines)",
      reason: 'An empty list sets no header.',
    },
  ],
  'gateway/src/http/request-log.ts': [
    {
      before: 'ms: Math.round(reply.elapsedTime * 10) / 10,',
      after: 'ms: Math.round(reply.elapsedTime * 10) / 11,',
      reason: 'A tenth of a time that people read in the log.',
    },
  ],
  'rest-auth/src/http/request-log.ts': [
    {
      before: 'const ms = Math.round(reply.elapsedTime * 10) / 10',
      after: 'const ms = Math.round(reply.elapsedTime * 11) / 10',
      reason: 'A tenth of a time that people read in the log.',
    },
  ],
  'rest-auth/src/organization/invitation.sql.ts': [
    {
      before: 'return found?.count ?? 0',
      after: 'return found?.count ?? 1',
      reason: 'A count always has a row.',
    },
  ],
  'rest-auth/src/organization/member.sql.ts': [
    {
      before: 'return row?.count ?? 0',
      after: 'return row.count ?? 0',
      reason: 'A count always has a row.',
    },
  ],
  'rest-auth/src/organization/organization.sql.ts': [
    {
      before: "if (made?.organizations === 1) return 'created'",
      after: "if (made?.organizations === 1) return ''",
      reason: 'Only the refusals are looked at.',
    },
  ],
  'rest-auth/src/organization/answers.ts': [
    {
      before: 'if (metadata === null) return rest',
      after: '',
      reason: 'What is null is no record either.',
    },
  ],
  'rest-auth/src/social/quirks/twitter.ts': [
    {
      before: 'const email = address?.data.confirmed_email ?? null',
      after: 'const email = address?.data.confirmed_email',
      reason: 'Absent and null are one to those who read it.',
    },
  ],
  'rest-auth/src/social/refuse-as-json.ts': [
    {
      before: 'if (!key) throw error',
      after: '',
      reason: 'Without a code it is a 500 in either case.',
    },
  ],
  'rest-auth/src/social/state.ts': [
    {
      before: "const secret = readSignedCookie(ctx, request, 'state') ?? randomUrlSafe(32)",
      after: "const secret = readSignedCookie(ctx, request, 'state') ?? randomUrlSafe(33)",
      reason: 'A character more or less of 190 bits.',
    },
  ],
  'rest-auth/src/social/provider-request.ts': [
    {
      before: "return { type: response.headers.get('content-type') ?? '', body: await readAll(response, where) }",
      after: "return { type: response.headers.get('content-type'), body: await readAll(response, where) }",
      reason: 'An answer without a type is refused by who reads it, either way.',
    },
  ],
  'rest-auth/src/social/quirks/microsoft.ts': [
    {
      before: 'const isSmall = photo !== null && photo.length <= largestPhoto',
      after: 'const isSmall = photo !== null && photo.length < largestPhoto',
      reason: 'A byte.',
    },
  ],
  'rest-auth/src/http/cookies.ts': [
    {
      before:
        'if (!request.cookiesToSet || request.cookiesToSet.size === 0) return // a malformed URL ends before onRequest',
      after: '// a malformed URL ends before onRequest',
      reason: 'An empty list sets no header, and what ends before onRequest is answered without hooks.',
    },
  ],
  'gateway/src/limits/refuse-variables.ts': [
    {
      before: 'message: text.length <= longest ? text : `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}`,',
      after: 'message: text.length < longest ? text : `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}`,',
      reason: 'A text of exactly the longest length gets dots in its middle.',
    },
  ],
  'gateway/src/limits/admission.ts': [
    {
      before: 'if (size.comparisons > limits.comparisons)',
      after: 'if (size.comparisons >= limits.comparisons)',
      reason: 'One comparison less of tens of thousands.',
    },
  ],
  'rest-auth/src/organization/batch.sql.ts': [
    {
      before: "const isReordered = (asked?.orderBy ?? 'createdAt') !== 'createdAt' || asked?.descending === true",
      after: "const isReordered = (asked?.orderBy ?? 'createdAt') !== 'createdAt' || asked?.descending === false",
      reason: 'Decides only whether one statement reads it or two, which answer alike.',
    },
  ],
  'rest-auth/src/organization/page.sql.ts': [
    {
      before:
        "',\"cursors\":[' || string_agg(case when ${page.cursors ?? false} and x.\"isShown\" then ${fixed(sql, cursorOfRow[key.type])} end, ',') || ']',",
      after:
        "',\"cursors\":[' || string_agg(case when ${page.cursors ?? false} or x.\"isShown\" then ${fixed(sql, cursorOfRow[key.type])} end, ',') || ']',",
      reason: 'Cursors that nobody asked for, which nobody reads; that of the row beyond the page is the last of them.',
    },
  ],
  'rest-auth/src/http/json-body.ts': [
    {
      before: 'if (open.push(new Set()) > deepest) return true',
      after: 'if (open.push(new Set()) >= deepest) return true',
      reason: 'A level less of those that no honest body has.',
    },
  ],
}
