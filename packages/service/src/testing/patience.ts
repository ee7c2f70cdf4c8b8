/** How long a test waits for what must come, in milliseconds: not a second, as vitest does, which a busy machine may take for anything. */
export const patience = 45_000
