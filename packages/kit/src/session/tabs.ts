type Topic = 'session' | 'locale' | 'graphql'

const channel = openChannel()

/** Returns null in browsers that have none or deny it; then each tab is on its own. */
function openChannel(): BroadcastChannel | null {
  try {
    // oxlint-disable-next-line no-restricted-globals -- here, it may be missing
    return new BroadcastChannel('kit')
  } catch {
    return null
  }
}

export function postToTabs(topic: Topic, value = ''): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  channel?.postMessage({ topic, value })
}

export function onTabMessage(topic: Topic, listener: (value: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<{ topic: Topic; value: string }>) => {
    if (data.topic === topic) listener(data.value)
  })
}
