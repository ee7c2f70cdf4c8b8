import { createTransport, type Transporter } from 'nodemailer'

/** So many with those that wait. Each has a connection of its own. */
export const atMost = 50

/** Milliseconds. */
export const usualTimes = {
  /** A mail that is on its way for longer makes room for others. */
  slow: 2_000,
  /** Until the server has all of a mail, from the connection on: whoever does not get so far gets it later. */
  handOver: 60_000,
  /** From then on. Whoever gives up earlier sends what the server has taken a second time (RFC 5321, section 4.5.3.2.6). */
  reply: 600_000,
  renewal: 15_000,
  /** Until the database is asked again to note what became of a mail. */
  insist: 500,
  /** Until a worker whose database was away looks for mails again: those that note something come first. */
  absence: 3_000,
  /** For what is on its way at the end. */
  stop: 10_000,
}

/** What to do when a server has all of the mail that is sent with this signal. */
export const handedOver = new WeakMap<AbortSignal, () => void>()

/** With `requireTLS` an smtp:// server that does not offer STARTTLS gets no email: an attacker could hide the offer. */
export function createMailTransport(mailUrl: string, requireTLS = false): Transporter {
  const times = {
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: usualTimes.reply,
    idleTimeout: 30_000,
  }
  const url = new URL(mailUrl)
  url.searchParams.delete('tls') // ours (config.ts)
  const transport = createTransport({ url: url.href, pool: true, maxConnections: atMost, requireTLS, ...times })
  return transport.use('stream', ({ data: { signal }, message }, done) => {
    const create = message.createReadStream.bind(message)
    // It is read when the server has asked for it.
    message.createReadStream = (options) => create(options).once('end', () => signal && handedOver.get(signal)?.())
    done()
  })
}
