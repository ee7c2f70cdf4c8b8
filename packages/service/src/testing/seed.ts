/**
 * What generated cases begin with: the same ones in each `npm test`, which is to fail because of a change and never by chance, and others
 * in each `npm run test:full`. SEED plays those of a run again.
 */
export const seed = Number(process.env['SEED'] ?? (process.env['TEST_FULL'] ? Date.now() % 2 ** 31 : 1))
