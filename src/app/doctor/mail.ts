import { lookUpSender } from '../../integrations/mail/sender/lookup.ts'
import { type SenderRecord, senderRecords } from '../../integrations/mail/sender/records.ts'
import { examineMailServer, type MailServerFacts } from '../../integrations/mail/server.ts'
import { type Finding, fine, wrong } from '../../platform/server/checkup/finding.ts'
import type { Config } from '../../platform/server/config.ts'

const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000
/** Certificates are renewed by themselves well before this, where they are. */
const SOON_DAYS = 14

/** The server that mail is handed to, and what DNS says of the sender. */
export async function checkMail(config: Config, now: Date): Promise<Finding[]> {
  const { mailUrl } = config
  if (mailUrl === null) return [fine('Mail server', 'None: the demo keeps its e-mails in the outbox.')]
  const [server, sender] = await Promise.all([examineMailServer(mailUrl, TIMEOUT_MS), lookUpSender(config)])
  const { hostname } = new URL(mailUrl)
  return [judgeMailServer({ host: hostname, ...server }, now), ...senderRecords(sender).map(findingOf)]
}

/** How the mail server stands. */
export function judgeMailServer(
  { host, problem, certifiedUntil }: MailServerFacts & { host: string },
  now: Date,
): Finding {
  const check = 'Mail server'
  if (problem !== null)
    return wrong(
      check,
      'error',
      `${host}: ${problem}`,
      'Look at MAIL_URL (host, port, user, password), at the certificate of the server, and whether a firewall lets this machine through.',
    )
  if (certifiedUntil === null)
    return /^(localhost|127\.|\[::1\])/.test(host)
      ? fine(check, `${host} takes e-mails.`)
      : wrong(
          check,
          'warning',
          `${host} takes e-mails, and the connection is not encrypted.`,
          'Use smtps:// with port 465, or a server that offers STARTTLS.',
        )
  const days = Math.floor((certifiedUntil.getTime() - now.getTime()) / DAY_MS)
  return days > SOON_DAYS
    ? fine(check, `${host} takes e-mails; its certificate is good for ${days} days.`)
    : wrong(
        check,
        'warning',
        `The certificate of ${host} ends in ${days} days.`,
        'Renew it, or ask whoever runs the server.',
      )
}

/** What is not in order keeps nothing from being sent, and much from arriving. */
export function findingOf({ kind, name, state, said, mend, put }: SenderRecord): Finding {
  const check = `Sender: ${kind}`
  if (state === 'ok') return fine(check, `${name}: ${said}`)
  const record = put === null ? '' : ` ${name} TXT "${put}"`
  return wrong(check, 'warning', `${name}: ${said}`, `${mend ?? 'Look at the record.'}${record}`)
}
