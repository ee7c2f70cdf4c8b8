// Preloaded into each contender: reports the CPU time of the process so far, in milliseconds.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit())
