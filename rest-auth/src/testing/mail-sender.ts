import { onTestFinished } from 'vitest'
import type { Context } from '../context.ts'
import { createMailSender } from '../mail/sender.ts'
import { createMailTransport } from '../mail/mail-transport.ts'

type Transport = ReturnType<typeof createMailTransport>

/** Connections that end with the test. */
export function openTransport(...given: Parameters<typeof createMailTransport>): Transport {
  const transport = createMailTransport(...given)
  onTestFinished(() => transport.close({ force: true }))
  return transport
}

/**
 * One round of a worker, until its emails have arrived or failed. Returns whether it claimed any.
 */
export async function sendDueEmails(ctx: Context, transport: Transport): Promise<boolean> {
  const sender = createMailSender(ctx, transport)
  const any = await sender.sendDue()
  await sender.stop()
  return any
}
