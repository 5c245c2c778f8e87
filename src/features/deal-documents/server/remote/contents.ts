import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { fileStore } from '../../../../integrations/files/client.ts'
import type { FileStore } from '../../../../integrations/files/store.ts'
import type { FileAnswer } from '../../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../../platform/server/config.ts'
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'
import { Id, instantText } from '../../../../platform/wire/fields.ts'
import { archiveNames, LINK_MINUTES, whyNotOpen } from '../../rules/documents.ts'
import type { StoredDocument } from '../queries.ts'

/** Where the content of documents is, under the SHA-256 of the bytes. */
export const documentFiles = (config: Config): FileStore => fileStore(config, 'documents')

const links = (config: Config) => secretsFor('deal document links', config)
const Pass = z.object({ id: Id, until: z.number() })

/** What opens one document in a window of its own, for a few minutes, to whoever holds it. */
export function makeLink(config: Config, { id, now }: { id: number; now: Date }) {
  const until = now.getTime() + LINK_MINUTES * 60_000
  const token = links(config).seal(JSON.stringify({ id, until }))
  return { token, url: `/crm/deals/document/${id}?token=${token}`, expires_at: instantText(new Date(until)) }
}

/** Refuses a link that was made for another document, is too old, or was not made here. */
export function checkLink(config: Config, token: string, { id, now }: { id: number; now: Date }): void {
  const opened = links(config).open(token)
  const pass = Pass.safeParse(opened && JSON.parse(opened)).data
  if (!pass || pass.id !== id) throw forbidden('This link does not open this document.')
  if (pass.until < now.getTime()) throw forbidden('This link has expired. Open the document from its deal again.')
}

/** Refuses documents that hold malware, or that nobody has looked through although there is a scanner. */
function requireOpenable(documents: readonly StoredDocument[]): void {
  const problems = documents.flatMap(document => whyNotOpen(document) ?? [])
  if (problems[0]) throw conflict(problems[0])
}

/** A document as it is sent. */
export async function fileOf(config: Config, document: StoredDocument, isShown = false): Promise<FileAnswer> {
  requireOpenable([document])
  const { hash, name } = document
  const file = await documentFiles(config).open(hash)
  if (!file) throw notFound('file')
  const { body, size } = file
  return { filename: name, type: 'application/pdf', body, size, ...(isShown ? { isShown: true } : {}) }
}

/** All documents of a deal as one archive, made while it is sent: each file is opened when its turn comes. */
export function archiveOf(config: Config, documents: readonly StoredDocument[], title: string): FileAnswer {
  requireOpenable(documents)
  const store = documentFiles(config)
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  const names = archiveNames(documents.map(({ name }) => name))
  for (const [at, { hash, lastModified }] of documents.entries())
    zip.addReadStreamLazy(
      names[at] ?? `Document ${at + 1}.pdf`,
      // PDFs are compressed already.
      { compress: false, mtime: new Date(lastModified) },
      done => {
        const opened = store.open(hash).then(file => {
          if (!file) throw new Error(`The content ${hash} of a document is missing.`)
          done(null, file.body)
        })
        opened.catch(fail)
      },
    )
  zip.end()
  return { filename: `${title.replace(/[<>:"/\\|?*]/g, '_')}.zip`, type: 'application/zip', body: output }
}
