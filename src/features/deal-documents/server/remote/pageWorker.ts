import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import type { FileProblem } from '../../rules/documents.ts'

// Counts the pages of each PDF whose path it is sent. A thread of its own: what a file makes of memory and time is its own.
parentPort?.on('message', async (path: string) => parentPort?.postMessage(await pageCount(path)))

async function pageCount(path: string): Promise<number | FileProblem> {
  try {
    const bytes = await readFile(path)
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: false })
    return document.getPageCount()
  } catch (error) {
    return error instanceof EncryptedPDFError ? 'encrypted' : 'damaged'
  }
}
