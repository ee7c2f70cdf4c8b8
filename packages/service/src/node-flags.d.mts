export const nodeFlags: (program: string) => string[]
