// A part of every container, as a plugin of Module Federation's runtime: it runs before anything is loaded.

// oxlint-disable-next-line no-underscore-dangle -- the bundler's name: https://webpack.js.org/api/module-variables/
declare let __webpack_get_script_filename__: (chunk: string) => string

const nameOf = __webpack_get_script_filename__
const attempts = new Map<string, number>()

// A chunk is asked for again only if it could not be loaded. Under the same address the browser would join the request
// that is under way, also when it hangs for good.
__webpack_get_script_filename__ = (chunk) => {
  const attempt = attempts.get(chunk) ?? 0
  attempts.set(chunk, attempt + 1)
  return attempt === 0 ? nameOf(chunk) : `${nameOf(chunk)}?attempt=${attempt}`
}

export default () => ({ name: 'chunk-attempts' })
