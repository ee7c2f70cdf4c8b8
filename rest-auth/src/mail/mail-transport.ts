import { createTransport, type Transporter } from 'nodemailer'

/**
 * Maximum concurrent deliveries, including those that wait for a server. Each has its own
 * connection.
 */
export const maxDeliveries = 50

/** In milliseconds. */
export const defaultTimes = {
  /** A delivery that takes longer no longer counts against the limit for new ones. */
  slow: 2_000,
  /** From connecting until the server has the whole message. Then it is retried later. */
  handOver: 60_000,
  /**
   * From then on. A shorter timeout would send twice what the server has accepted (RFC 5321,
   * section 4.5.3.2.6).
   */
  reply: 600_000,
  renewal: 15_000,
  /** Until saving the status of a delivery is retried. */
  saveRetry: 500,
  /** Pause before claiming after a database failure, so that pending statuses are saved first. */
  outagePause: 3_000,
  /** For deliveries in progress at shutdown. */
  stop: 10_000,
}

/** Called when the server has received the whole message that is sent with this signal. */
export const handedOver = new WeakMap<AbortSignal, () => void>()

/** Set `requireTLS` for smtp:// URLs, because an attacker can hide the server's STARTTLS offer. */
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
    // nodemailer reads the stream once the server is ready for the content.
    message.createReadStream = (options) => create(options).once('end', () => signal && handedOver.get(signal)?.())
    done()
  })
}
