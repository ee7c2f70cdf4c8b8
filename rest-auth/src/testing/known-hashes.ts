/** Results of the hash queue by task, in JSON. */
export const knownHashes = new Map<string, Promise<unknown>>()
