/** In a chunk of its own. */
export const failLater = (fail: () => never): never => fail()
