import type { gmail_v1 } from '@googleapis/gmail'

/** A message of the stand-in as it is held. */
export interface StoredMessage {
  id: string
  from: string
  to: string
  subject?: string
  text?: string
  html?: string
  at: Date
  headers?: Readonly<Record<string, string>>
  labels: readonly string[]
}

/** A message as Gmail answers it, in the format that the query asks for. */
export function answerMessage(message: StoredMessage, query: URLSearchParams): gmail_v1.Schema$Message {
  const { id, text = '', at, labels } = message
  const isFull = query.get('format') !== 'metadata'
  const wanted = new Set(query.getAll('metadataHeaders').map(name => name.toLowerCase()))
  const headers = headersOf(message).filter(({ name }) => isFull || wanted.has(name.toLowerCase()))
  return {
    id,
    threadId: id,
    labelIds: [...labels],
    snippet: escapeHtml((text || strip(message.html ?? '')).replace(/\s+/g, ' ').slice(0, 200)),
    internalDate: String(at.getTime()),
    payload: { headers, ...(isFull ? bodyOf(message) : {}) },
  }
}

function headersOf({ id, from, to, subject = '', at, headers = {} }: StoredMessage): { name: string; value: string }[] {
  const all: Record<string, string> = {
    From: from,
    To: to,
    Subject: subject,
    Date: at.toUTCString(),
    'Message-ID': `<${id}@mail.gmail.test>`,
    ...headers,
  }
  return Object.entries(all).map(([name, value]) => ({ name, value }))
}

function bodyOf({ text, html }: StoredMessage): gmail_v1.Schema$MessagePart {
  const part = (mimeType: string, content: string) => ({
    mimeType,
    filename: '',
    headers: [],
    body: { size: content.length, data: Buffer.from(content).toString('base64url') },
  })
  return {
    mimeType: 'multipart/alternative',
    filename: '',
    body: { size: 0 },
    parts: [part('text/plain', text ?? ''), ...(html === undefined ? [] : [part('text/html', html)])],
  }
}

const strip = (html: string) => html.replace(/<[^>]{0,1000}>/g, ' ').trim()
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
