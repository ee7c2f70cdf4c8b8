/** Internal: the shell's server proxies nothing below `/inner`. */
export const serviceTokenPath = '/inner/service-token'
