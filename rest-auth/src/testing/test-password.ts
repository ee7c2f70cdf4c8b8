export const testPassword = 'correct horse battery'
