// Loaded before a program that another one of ours starts with an IPC channel: when that one dies, however, the channel closes and
// the program gets the SIGTERM that nobody else will send.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), 10_000).unref()
  })
}
