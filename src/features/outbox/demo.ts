import { serveDemoMail, type TakenMail } from '../../integrations/mail/fake.ts'
import { parseMail } from '../../integrations/mail/parse.ts'
import type { DemoHost, DemoPart } from '../../platform/demo/part.ts'
import { saveMessage } from './server/commands.ts'

/** A mail server that puts every e-mail of the demo into the outbox. */
export const demo: DemoPart = {
  async provide({ mailUrl }, host) {
    if (mailUrl !== null) return null
    const { url, close } = await serveDemoMail({ onMail: async taken => saveInOutbox(await host, taken) })
    return { config: { mailUrl: url }, close }
  },
}

async function saveInOutbox(host: DemoHost, { to, source }: TakenMail): Promise<void> {
  const { from, to: _named, ...read } = await parseMail(source)
  await host.transaction('demo mail server', ctx => saveMessage(ctx, { ...read, sender: from, recipients: to, source }))
}
