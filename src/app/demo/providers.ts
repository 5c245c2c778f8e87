import { keepMessage } from '../../features/outbox/server/commands.ts'
import { serveDemoMail, type TakenMail } from '../../integrations/mail/fake.ts'
import { parseMail } from '../../integrations/mail/parse.ts'
import type { Config } from '../../platform/server/config.ts'
import type { RunningProcess } from '../../platform/server/process.ts'

type Keeper = Pick<RunningProcess, 'transaction'>

/** What the demo runs beside the server, and the configuration that leads there. */
export interface DemoProviders {
  config: Config
  /** They need the process that needs their addresses: what reaches them earlier waits. */
  connect(running: Keeper): void
  close(): Promise<void>
}

/** Starts what stands in for the outside world, where the configuration names nothing real. */
export async function startDemoProviders(config: Config): Promise<DemoProviders> {
  if (config.mode !== 'demo' || config.mailUrl !== null) return { config, connect() {}, async close() {} }
  const process = Promise.withResolvers<Keeper>()
  const mail = await serveDemoMail({ onMail: async taken => keepInOutbox(await process.promise, taken) })
  return { config: { ...config, mailUrl: mail.url }, connect: process.resolve, close: mail.close }
}

async function keepInOutbox(running: Keeper, { to, source }: TakenMail): Promise<void> {
  const { from, to: _named, ...read } = await parseMail(source)
  await running.transaction('demo mail server', ctx =>
    keepMessage(ctx, { ...read, sender: from, recipients: to, source }),
  )
}
