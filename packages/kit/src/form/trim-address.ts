/** Without blanks around it, and invisible characters that come with text from contact cards. */
export const trimAddress = (typed: string): string => typed.replaceAll(/\p{Cf}/gu, '').trim()
