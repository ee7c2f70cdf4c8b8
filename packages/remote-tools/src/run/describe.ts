export const describe = (error: unknown): string => String(Object(error).message ?? error)
