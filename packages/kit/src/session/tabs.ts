type Topic = 'session' | 'locale' | 'graphql'

const channel = new BroadcastChannel('kit')

export function postToTabs(topic: Topic, value = ''): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  channel.postMessage({ topic, value })
}

export function onTabMessage(topic: Topic, listener: (value: string) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<{ topic: Topic; value: string }>) => {
    if (data.topic === topic) listener(data.value)
  })
}
