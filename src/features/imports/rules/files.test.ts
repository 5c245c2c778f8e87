import { describe, expect, it } from 'vitest'
import { surveyBytes } from './encoding.ts'
import { detectSeparator } from './separator.ts'
import { cardColumns, cellsOfCard } from './vcard.ts'

const survey = (bytes: Uint8Array) => {
  const found = surveyBytes()
  for (let at = 0; at < bytes.length; at += 7) found.add(bytes.subarray(at, at + 7))
  return found.encoding()
}
const text = 'Nom;Ville\r\nÉlodie Gagné;Montréal\r\nZoë Núñez;Québec\r\n'
const utf16 = (big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

describe('the encoding of a file', () => {
  it('is recognized from its bytes', () => {
    expect(survey(Buffer.from(text))).toBe('utf-8')
    expect(survey(Buffer.from(`\ufeff${text}`))).toBe('utf-8')
    expect(survey(utf16(false))).toBe('utf-16le')
    expect(survey(utf16(true))).toBe('utf-16be')
    expect(survey(Buffer.from(text, 'latin1'))).toBe('windows-1252')
    expect(
      survey(Buffer.from('Nom;Ville\n\x83lodie Gagn\x8e;Montr\x8eal\nZo\x91 N\x9c\x96ez;Qu\x8ebec', 'latin1')),
    ).toBe('macintosh')
  })
  it('is none for what is no text', () => expect(survey(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2, 0, 9]))).toBe(null))
})

it.each([
  ['a,b,c\n1,2,3', ','],
  ['a;b;c\n1,5;2;3', ';'],
  ['a\tb\n1\t2', '\t'],
  ['a|b|c\n1|2|3', '|'],
  ['"a;b",c\n"1;2;3;4",5', ','],
  ['sep=;\na;b', ';'],
  ['Name', ','],
])('%j is separated by %j', (sample, separator) => expect(detectSeparator(sample)).toBe(separator))

describe('a vCard', () => {
  const read = (card: string) => Object.fromEntries(cellsOfCard(card).map((cell, at) => [cardColumns[at], cell]))
  it('of version 2.1 is read, quoted-printable and charset too', () => {
    expect(
      read(
        'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Gagn=E9;=C9lodie;;;\r\nFN:Elodie\r\nTEL;HOME;VOICE:416-555-0101\r\nEMAIL;INTERNET:elodie@example.test\r\nNOTE;ENCODING=QUOTED-PRINTABLE:Two=0D=0A=\r\nlines\r\nEND:VCARD\r\n',
      ),
    ).toMatchObject({
      'First name': 'Élodie',
      'Last name': 'Gagné',
      Phone: '416-555-0101',
      'E-mail': 'elodie@example.test',
      Notes: 'Two\nlines',
    })
  })
  it('of version 3.0 is read, with groups and folded lines', () => {
    expect(
      read(
        'BEGIN:VCARD\nVERSION:3.0\nN:Roe;Jane;Q;;\nFN:Jane Q Roe\nitem1.EMAIL;type=INTERNET:jane@exam\n ple.test\nTEL;TYPE=CELL:+1 416 555 0101\nTEL;TYPE=HOME:+1 416 555 0102\nADR;TYPE=HOME:;;1 King St;Toronto;ON;M5V 1A1;Canada\nCATEGORIES:VIP,Buyers\nPHOTO;ENCODING=b:AAAA\nEND:VCARD',
      ),
    ).toMatchObject({
      'First name': 'Jane',
      'Middle name': 'Q',
      'E-mail': 'jane@example.test',
      Phone: '+1 416 555 0101\n+1 416 555 0102',
      City: 'Toronto',
      Categories: 'VIP;Buyers',
    })
  })
  it('of version 4.0 is read, with numbers as links', () => {
    expect(
      read(
        'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Simon P\r\nN:Perreault;Simon;;;\r\nTEL;VALUE=uri;TYPE="voice,home":tel:+1-416-555-0101;ext=102\r\nEND:VCARD\r\n',
      ),
    ).toMatchObject({ 'Last name': 'Perreault', Phone: '+1-416-555-0101 ext. 102' })
  })
  it('that is broken is refused', () => expect(() => cellsOfCard('hello')).toThrow())
})
