/** Where rest-auth gives the shell's server the tokens for services of remotes. The shell's server passes nothing on to below `/inner`. */
export const serviceTokenPath = '/inner/service-token'
