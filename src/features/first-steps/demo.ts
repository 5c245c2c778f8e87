import { serveFakeDns } from '../../integrations/mail/sender/fake.ts'
import type { DemoPart } from '../../platform/demo/part.ts'

/** The key of the demo's e-mails: nobody has the other half of it. */
const KEY = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

/** A name server that knows the sender of the demo, whose DMARC only watches so far. */
export const demo: DemoPart = {
  async provide({ dnsServers, mailFrom: { address } }) {
    if (dnsServers.length > 0) return null
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const texts: Readonly<Record<string, string>> = {
      [domain]: `v=spf1 mx ~all`,
      [`default._domainkey.${domain}`]: KEY,
      [`_dmarc.${domain}`]: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`,
    }
    const { address: server, close } = await serveFakeDns(name =>
      texts[name] === undefined ? undefined : [texts[name]],
    )
    return { config: { dnsServers: [server] }, close }
  },
}
