// A loader: marks each module as built by the next release.
module.exports = (source) => `${source}\n;globalThis.shellRelease = 'next'`
