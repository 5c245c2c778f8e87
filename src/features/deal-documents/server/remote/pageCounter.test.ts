import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPageCounter } from './pageCounter.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  path = join(folder, 'three.pdf')
  const pdf = await PDFDocument.create()
  for (let page = 0; page < 3; page++) pdf.addPage()
  await writeFile(path, await pdf.save())
})
afterAll(() => rm(folder, { recursive: true }))

it('the pages of a PDF are counted, and a damaged one does not keep the next from being counted', async () => {
  const counter = startPageCounter()
  const torn = join(folder, 'torn.pdf')
  await writeFile(torn, '%PDF-1.7\n1 0 obj <<')
  expect(await counter.count(path)).toBe(3)
  expect([0, 'damaged']).toContain(await counter.count(torn))
  expect(await counter.count(path)).toBe(3)
  await counter.close()
})

it('a PDF that takes too long to read counts as damaged', async () => {
  const counter = startPageCounter({ deadlineMs: 1 })
  expect(await counter.count(path)).toBe('damaged')
  await counter.close()
})
