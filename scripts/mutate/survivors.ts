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
      before: 'const files = globSync(`${import.meta.dirname}/*.graphql`).toSorted()',
      after: 'const files = globSync(`${import.meta.dirname}/*.graphql`)',
      reason:
        'Most file systems list names in order; on others the published schema would change, and a test compares that.',
    },
  ],
  'rest-auth/src/crypto/hash-queue.ts': [
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
      before: 'requestTimeout: 60_000,',
      after: 'requestTimeout: 0,',
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
      before: `if (!existsSync(join(shellFolder, 'index.html'))) { throw new Error(\`\${shellFolder} has no index.html. "npm run build" makes it.\`) }`,
      after: '',
      reason: 'Only tells sooner, in plain words, what the first document would fail with.',
    },
    {
      before: `await runService({ name: 'shell', settings: Object.keys(ownSettings.shape), loadConfig, start: async (config, log) => { if (!existsSync(join(shellFolder, 'index.html'))) { throw new Error(\`\${shellFolder} has no index.html. "npm run build" makes it.\`) } return buildApp(config, log, shellFolder) }, })`,
      after: ';',
      reason: 'Then nothing starts, which every journey and scripts/up.test.ts notice.',
    },
    {
      before: "if (!existsSync(join(shellFolder, 'index.html'))) {",
      after: "if (existsSync(join(shellFolder, 'index.html'))) {",
      reason: 'Then nothing starts, which every journey and scripts/up.test.ts notice.',
    },
  ],
  'rest-auth/src/organization/member.routes.ts': [
    {
      before: 'limit: z.coerce.number().int().min(1).max(100).default(100),',
      after: 'limit: z.coerce.number().int().min(1).max(100).default(101),',
      reason: 'Stands in the OpenAPI document, which codegen --check compares.',
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
}
