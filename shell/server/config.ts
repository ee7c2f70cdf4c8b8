import { resolve } from 'node:path'
import { findAddressProblems } from 'database/hosts.ts'
import { list, origin, readEnvironment, settings, wholeNumber, type Environment } from 'service/environment.ts'
import { brandSettings } from 'service/brand.ts'
import { z } from 'zod'

const postgresUrl = z
  .string()
  .superRefine((address, check) => findAddressProblems(address).forEach((problem) => check.addIssue(problem)))

export const ownSettings = settings(3000, {
  ...brandSettings,
  REST_AUTH_URL: origin.prefault('http://127.0.0.1:4001'),
  GATEWAY_URL: origin.prefault('http://127.0.0.1:4000'),
  /** A CDN with this server as its origin; browsers load the files of versions from it. */
  ASSETS_ORIGIN: origin.optional(),
  /** Larger first loads of single remotes, in kB: `mf-maps=120`. */
  REMOTE_BUDGETS: list.transform((entries, check) =>
    Object.fromEntries(
      entries.map((entry) => {
        const [, name, kilobytes] = /^(mf(?:-[a-z0-9]+)+)=(\d{1,4})$/.exec(entry) ?? []
        if (name === undefined) check.addIssue(`"${entry}" must look like mf-maps=120`)
        return [name ?? '', Number(kilobytes) * 1000]
      }),
    ),
  ),
  /** Percentage points; 0 takes nothing back (registry/src/health/rule.ts). */
  TAKE_BACK_POINTS: wholeNumber(0, 100).default(5),
  DATA_DIR: z.string().default('.data'),
  REGISTRY_DATABASE_URL: postgresUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  SERVICE_OPEN_REQUESTS: wholeNumber(1).default(512),
  SERVICE_OPEN_REQUESTS_PER_NETWORK: wholeNumber(1).default(256),
  SERVICE_OPEN_REQUESTS_PER_USER: wholeNumber(1).default(64),
  SERVICE_REQUESTS_PER_USER: wholeNumber(1).default(300),
  OPERATOR_TOKEN: z
    .string()
    .regex(/^\S{32,}$/, 'must have at least 32 characters, without spaces')
    .optional(),
  DATABASE_POOLER: z.enum(['transaction'], 'must be "transaction" or unset').optional(),
})

export type Config = ReturnType<typeof loadConfig>

/** @throws ConfigError with all problems at once */
export function loadConfig(env: Environment) {
  const values = readEnvironment(ownSettings, env, findProblems)
  return {
    ...values,
    https: values.AUTH_URL.startsWith('https:'),
    accountApi: `${values.REST_AUTH_URL}${values.AUTH_BASE_PATH}`,
    cacheFolder: resolve(values.DATA_DIR, 'cache'),
    liveReload: values.NODE_ENV === 'development',
  }
}

function findProblems(
  { REGISTRY_DATABASE_URL, DATABASE_URL, ASSETS_ORIGIN, AUTH_URL }: z.output<typeof ownSettings>,
  production: boolean,
): string[] {
  const isMixed = production && AUTH_URL.startsWith('https:') && ASSETS_ORIGIN?.startsWith('http:')
  return [
    ...(isMixed ? ['ASSETS_ORIGIN: must be an https:// origin, because pages are served over https'] : []),
    ...((REGISTRY_DATABASE_URL ?? DATABASE_URL)
      ? []
      : ['REGISTRY_DATABASE_URL: is required (or DATABASE_URL), the database of the registry; npm start creates one']),
  ]
}
