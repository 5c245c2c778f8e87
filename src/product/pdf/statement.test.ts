import { describe, expect, it } from 'vitest'
import { readPdf } from '../../testing/peers/readPdf.ts'
import { drawStatement } from './statement.ts'
import type { StatementPage } from './statementPage.ts'

const plain: StatementPage = {
  house: 'Keyturn Realty',
  title: 'Receipt 12',
  person: 'Amara Okafor',
  about: '12 Rue de l’Église, Montréal, QC',
  facts: [['Received by', 'Nguyễn Thị Đỗ']],
  columns: ['Received as', 'Number', 'Amount'],
  texts: 2,
  rows: [{ cells: ['Cheque', '0001', '−$1,234.50'] }],
  sums: [['Received in trust', '$1,234.50']],
  note: 'Held in trust.',
}

/** What can be read of a statement, page by page. */
const read = async (page: StatementPage): Promise<string[]> => readPdf(await drawStatement(page))

describe('a statement', () => {
  it.each([
    ['Chinese', '王伟 (Wei Wang)'],
    ['Chinese, traditional', '陳鳳儀'],
    ['Japanese', '田中カナ'],
    ['Korean', '김민준'],
    ['Ukrainian', 'Олександра Коваль'],
    ['Greek', 'Ελένη'],
    ['Vietnamese', 'Nguyễn Thị Đỗ'],
    ['Tamil', 'அருண்'],
    ['Gujarati', 'પટેલ'],
    ['Bengali', 'রহমান'],
    ['Thai', 'สมชาย'],
  ])('is written to a person whose name is %s', async (_, person) => {
    expect((await read({ ...plain, person })).join()).toContain(person)
  })

  it.each([
    ['Arabic', 'محمد'],
    ['Hebrew', 'שלום'],
    ['Hindi', 'श्रीवास्तव'],
    ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ'],
  ])(
    'has the characters of a name that is %s, which are drawn in another order than they are typed',
    async (_, person) => {
      const [text = ''] = await read({ ...plain, person })
      for (const character of new Set(person)) expect(text).toContain(character)
      expect(text).not.toContain('?')
    },
  )

  it('keeps marks, minus signs and the end of a text that is too long for its place', async () => {
    const [text] = await read({ ...plain, rows: [{ cells: ['王伟'.repeat(60), '0001', '−$1,234.50'] }] })
    expect(text).toContain('Montréal')
    expect(text).toContain('−$1,234.50')
    expect(text).toMatch(/王伟王?…/)
  })

  it('says a character that no typeface has with a question mark', async () => {
    expect((await read({ ...plain, person: 'Kim 🦄' })).join()).toContain('Kim ?')
  })

  it('goes on over as many pages as its rows take, each with the heads of the columns', async () => {
    const rows = Array.from({ length: 80 }, (_, index) => ({ cells: [`Deal ${index + 1}`, '0001', '$1.00'] }))
    const pages = await read({ ...plain, rows })
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page).toContain('Amount')
    expect(pages.at(-1)).toContain('Deal 80')
  })
})
