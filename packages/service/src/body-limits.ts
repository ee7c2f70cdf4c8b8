/** In bytes. `restAuth` applies only to routes that accept pictures or metadata. */
export const bodyLimits = { restAuth: 64 * 1024, gateway: 100_000, service: 10_000_000 } as const
