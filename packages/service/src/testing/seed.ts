/** Fixed in `npm test`, random in `npm run test:full`. Set SEED to repeat a run. */
export const seed = Number(process.env['SEED'] ?? (process.env['TEST_FULL'] ? Date.now() % 2 ** 31 : 1))
