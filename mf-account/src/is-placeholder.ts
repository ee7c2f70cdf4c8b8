/** If the sign-in provider shares no email, the account has a placeholder that receives nothing. */
export const isPlaceholder = (email: string): boolean => email.endsWith('.noreply.invalid')
