/** Null for users whose provider shares no email: they have a placeholder, which receives nothing. */
export const emailOf = ({ email }: { email: string }): string | null =>
  email.endsWith('.noreply.invalid') ? null : email
