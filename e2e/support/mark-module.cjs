// A loader: what it builds tells the page that it is of the next release.
module.exports = (source) => `${source}\n;globalThis.shellRelease = 'next'`
