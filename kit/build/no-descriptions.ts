/** In the place of Module Federation's sentences for each of its errors: the number, of which its documentation has more, says enough. */
export const runtimeDescMap = new Proxy<Record<string, string>>({}, { get: () => 'Module Federation' })
export const [typeDescMap, buildDescMap, errorDescMap] = [{}, {}, {}]
