// Preloaded into each contender: answers how much CPU its process (all threads) has used so far, in milliseconds.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit())
