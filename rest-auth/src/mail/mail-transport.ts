import { createTransport, type Transporter } from 'nodemailer'

/** Including deliveries that wait for a server. Each has its own connection. */
export const maxDeliveries = 50

/** In milliseconds. */
export const defaultTimes = {
  /** After this time, a delivery no longer takes up one of the `maxConcurrent` places. */
  slow: 2_000,
  /** From connecting until the server has the message. Then the email is retried later. */
  handOver: 60_000,
  /** From then until the response. A shorter time causes duplicates (RFC 5321, 4.5.3.2.6). */
  reply: 600_000,
  renewal: 15_000,
  saveRetry: 500,
  /** After an outage, so that pending statuses are saved before more emails are claimed. */
  outagePause: 3_000,
  stop: 10_000,
}

/** Called when the server has the whole message sent with this signal. */
export const handedOver = new WeakMap<AbortSignal, () => void>()

/** Use `requireTLS` with smtp://, because an attacker can hide the STARTTLS offer. */
export function createMailTransport(mailUrl: string, requireTLS = false): Transporter {
  const times = {
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: defaultTimes.reply,
    idleTimeout: 30_000,
  }
  const url = new URL(mailUrl)
  url.searchParams.delete('tls') // our own parameter (config.ts)
  const transport = createTransport({ url: url.href, pool: true, maxConnections: maxDeliveries, requireTLS, ...times })
  return transport.use('stream', ({ data: { signal }, message }, done) => {
    const create = message.createReadStream.bind(message)
    // nodemailer reads the stream once the server accepts the content.
    message.createReadStream = (options) => create(options).once('end', () => signal && handedOver.get(signal)?.())
    done()
  })
}
