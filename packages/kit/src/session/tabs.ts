type Topic = 'session' | 'locale'

const channel = new BroadcastChannel('kit')

/** Tells the other tabs of this browser that something changed; the one who calls is not told. */
export function tellTabs(topic: Topic, value = ''): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  channel.postMessage({ topic, value })
}

export function onTabsTold(topic: Topic, listener: (value: string) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<{ topic: Topic; value: string }>) => {
    if (data.topic === topic) listener(data.value)
  })
}
