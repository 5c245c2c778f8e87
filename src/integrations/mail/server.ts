import { checkServerIdentity } from 'node:tls'
import nodemailer from 'nodemailer'

/** How the server that mail is handed to answers. */
export interface MailServerFacts {
  /** Why nothing can be handed over; `null` when all is well. */
  problem: string | null
  /** Until when its certificate is good; `null` where the connection is not encrypted. */
  certifiedUntil: Date | null
}

/** Connects and signs in, as for a message, and sends none. */
export async function examineMailServer(url: string, timeoutMs: number): Promise<MailServerFacts> {
  let certifiedUntil: Date | null = null
  const transport = nodemailer.createTransport({
    url,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    tls: {
      checkServerIdentity(host, certificate) {
        certifiedUntil = new Date(certificate.valid_to)
        return checkServerIdentity(host, certificate)
      },
    },
  })
  try {
    await transport.verify()
    return { problem: null, certifiedUntil }
  } catch (error) {
    return { problem: problemOf(error), certifiedUntil }
  } finally {
    transport.close()
  }
}

const problems: Readonly<Record<string, string>> = {
  EAUTH: 'It refused the user or password of MAIL_URL.',
  ETIMEDOUT: 'It did not answer in time.',
  EDNS: 'The host of MAIL_URL is not known.',
  ECONNECTION: 'It cannot be reached.',
}

function problemOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const [certificate] = /self[- ]signed|certificate[^.]*|altnames/i.exec(message) ?? []
  if (certificate !== undefined) return `Its certificate is not accepted (${certificate.slice(0, 100)}).`
  return problems[code] ?? 'It cannot be reached.'
}
