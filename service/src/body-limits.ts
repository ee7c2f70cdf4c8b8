/** Bytes that the body of a request to each service may have; the shell's server refuses more on the way there. */
export const bodyLimits = { restAuth: 256 * 1024, gateway: 100_000 } as const
