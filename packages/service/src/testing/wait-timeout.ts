/** In milliseconds. vitest's default of 1 s is too short for a busy machine. */
export const waitTimeout = 45_000
