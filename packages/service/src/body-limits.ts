/** Maximum bytes of a request body. rest-auth allows its own only where a picture and metadata may come. */
export const bodyLimits = { restAuth: 64 * 1024, gateway: 100_000, service: 10_000_000 } as const
