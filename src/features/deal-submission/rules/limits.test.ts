import { describe, expect, it } from 'vitest'
import { filesProblem, MAX_BYTES, MAX_FILES } from './limits.ts'

const file = (size: number) => ({ name: 'scan.pdf', size })

describe('the files of a submission', () => {
  it('are as many and as large as one takes', () => {
    expect(filesProblem([])).toBeNull()
    expect(filesProblem(Array.from({ length: MAX_FILES }, () => file(MAX_BYTES / MAX_FILES)))).toBeNull()
  })

  it.each([
    ['more than 40', Array.from({ length: MAX_FILES + 1 }, () => file(1)), /at most 40 files/],
    ['one of more than 50 MB', [file(50 * 1024 * 1024 + 1)], /scan\.pdf is larger than 50 MB/],
    ['more than 100 MB together', [file(MAX_BYTES / 2), file(MAX_BYTES / 2), file(1)], /at most 100 MB/],
  ])('are not %s', (_what, files, sentence) => expect(filesProblem(files)).toMatch(sentence))
})
