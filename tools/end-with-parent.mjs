// Preloaded into child processes with an IPC channel. When the parent dies, however it does, the
// channel closes and the child terminates.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), 10_000).unref()
  })
}
