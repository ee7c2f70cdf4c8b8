/**
 * Bytes that the body of a request to each service may have at most; the shell's server refuses more on the way there. rest-auth
 * takes these only where a picture of 16 kB and metadata may come, which are longer when they are escaped.
 * A service of a remote gets its body as it comes.
 */
export const bodyLimits = { restAuth: 64 * 1024, gateway: 100_000, service: 10_000_000 } as const
