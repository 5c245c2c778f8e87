import { expect, it } from 'vitest'
import { expectLinearWork } from '../../testing/work.ts'
import { MAX_MAIL_BYTES, parseMail } from './parse.ts'

const mailOf = (headers: string, body: string) => Buffer.from(`From: a@people.test\r\n${headers}\r\n\r\n${body}`)
const repeated = (sign: string, size: number) => sign.repeat(Math.ceil(size / sign.length))

it.each([
  ['one header without an end', (size: number) => mailOf(`Subject: ${repeated('x', size)}`, 'Hello')],
  ['folded headers', (size: number) => mailOf(`Subject: x${repeated('\r\n x', size)}`, 'Hello')],
  ['headers', (size: number) => mailOf(`${repeated('X: y\r\n', size)}Y: z`, 'Hello')],
  ['recipients', (size: number) => mailOf(`To: ${repeated('b@people.test, ', size)}c@people.test`, 'Hello')],
  ['groups of recipients', (size: number) => mailOf(`To: ${repeated('g:', size)};`, 'Hello')],
  ['quotes and comments among recipients', (size: number) => mailOf(`To: ${repeated('"<(', size)}`, 'Hello')],
  ['encoded words', (size: number) => mailOf(`Subject: ${repeated('=?utf-8?Q?=C3=A9?= ', size)}`, 'Hello')],
  ['one line of text', (size: number) => mailOf('X: y', repeated('x', size))],
  ['lines', (size: number) => mailOf('X: y', repeated('x\r\n', size))],
  [
    'parts',
    (size: number) => mailOf('Content-Type: multipart/mixed; boundary=b', `${repeated('--b\r\n\r\nx\r\n', size)}--b--`),
  ],
  [
    'parts inside each other',
    (size: number) =>
      mailOf(
        'Content-Type: multipart/mixed; boundary=b',
        repeated('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n', size),
      ),
  ],
  [
    'lines like the end of a part',
    (size: number) => mailOf('Content-Type: multipart/mixed; boundary=b', repeated('--', size)),
  ],
  ['opened elements', (size: number) => mailOf('Content-Type: text/html', repeated('<div>', size))],
  ['half elements', (size: number) => mailOf('Content-Type: text/html', repeated('<a href="', size))],
  ['pictures', (size: number) => mailOf('Content-Type: text/html', repeated('<img src="cid:x">', size))],
])('mail full of %s is read in work that grows with its size', { timeout: 60_000 }, async (_, sourceOf) => {
  await expectLinearWork(60_000, size => {
    const source = sourceOf(size)
    return () => parseMail(source)
  })
})

it('mail that is larger than any server takes is not read', async () => {
  await expect(parseMail(Buffer.alloc(MAX_MAIL_BYTES + 1))).rejects.toThrow('25 MB')
})
