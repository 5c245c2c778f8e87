import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { UploadedFile } from '../../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../../platform/server/config.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { type FileProblem, fileSentence, MAX_PAGES } from '../../rules/documents.ts'
import { documentFiles } from '../remote/contents.ts'
import { type PageCounter, startPageCounter } from '../remote/pageCounter.ts'
import { scanPath } from '../remote/scanner.ts'

/** A PDF that was read once and found whole; its content is where it was received. */
export interface CheckedPdf {
  name: string
  hash: string
  size: number
  pages: number
  path: string
  /** Never infected: such files are refused. */
  scan: 'unscanned' | 'pending' | 'clean'
}

/** Readers accept a few bytes before the head of a PDF. */
const HEAD_WITHIN = 1024

/**
 * Opens received files as PDFs, one after the other and none of them in the memory of the server, so that one that nobody
 * could read, or that holds malware, is refused while its owner is still there. Refuses all of them with what is wrong with each.
 */
export async function checkPdfs(config: Config, files: readonly UploadedFile[]): Promise<CheckedPdf[]> {
  const checked: CheckedPdf[] = []
  const problems: string[] = []
  const counter = startPageCounter()
  try {
    for (const file of files) {
      const pdf = await checkPdf(config, file, counter)
      if (typeof pdf === 'string') problems.push(fileSentence(file.filename, pdf))
      else checked.push(pdf)
    }
  } finally {
    await counter.close()
  }
  if (problems.length > 0) throw invalid({ files: problems })
  return checked
}

async function checkPdf(
  config: Config,
  { path, filename, size }: UploadedFile,
  counter: PageCounter,
): Promise<CheckedPdf | FileProblem> {
  if (!(await isPdf(path))) return 'not_pdf'
  const pages = await counter.count(path)
  if (typeof pages === 'string') return pages
  if (pages === 0) return 'empty'
  if (pages > MAX_PAGES) return 'long'
  const { state: scan } = await scanPath(config, path)
  if (scan === 'infected') return 'infected'
  if (scan === 'too_large') return 'unscannable'
  return { name: filename, hash: await hashOf(path), size, pages, path, scan }
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_WITHIN), 0, HEAD_WITHIN, 0)
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Keeps the content of a checked document, which moves away from where it was received. */
export async function storePdf(config: Config, { hash, path }: CheckedPdf): Promise<void> {
  // Content that is there already is replaced by the same: it counts as new then, and is not cleaned up meanwhile.
  await documentFiles(config).keepFile(hash, path)
}
