// Node's platform packages publish `os` and `cpu` as text, but pnpm records only lists in the lockfile.
const list = (value) => (typeof value === 'string' ? [value] : value)

module.exports = {
  hooks: {
    readPackage(pkg) {
      if (/^node-(bin-)?(linux|darwin|win)-/.test(pkg.name)) {
        pkg.os = list(pkg.os)
        pkg.cpu = list(pkg.cpu)
      }
      // TypeScript 7 has no classic JS API, which openapi-typescript needs.
      if (pkg.name === 'openapi-typescript') {
        delete pkg.peerDependencies.typescript
        pkg.dependencies.typescript = '5.9.3'
      }
      // The gateway serves graphiql's finished script, which holds all of these.
      if (pkg.name === 'graphiql') {
        pkg.dependencies = {}
        pkg.peerDependencies = {}
      }
      return pkg
    },
  },
}
