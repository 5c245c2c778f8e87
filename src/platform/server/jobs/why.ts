import { withoutContacts } from '../../wire/contacts.ts'
import { Refusal } from '../errors.ts'

const MAX_LENGTH = 300
/** What the queue itself writes down of a job that did not come back. */
const ofQueue: readonly (readonly [RegExp, string])[] = [
  [/timed out|handler execution exceeded/i, 'It took too long and was given up.'],
  [/heartbeat/i, 'The process that ran it stopped without a word.'],
  [/shut down/i, 'Keyturn was stopped while it ran.'],
]
const AWAY = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|UND_ERR)/
const FAULTS = new Set(['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'ZodError', 'AssertionError'])

/** A text without what tells of people: addresses, numbers and everything in quotes. */
const withoutPeople = (text: string): string => withoutContacts(text).replace(/"[^"]*"|“[^”]*”/g, '…')

const codeOf = (error: Error): string | null => {
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : null
}

function ofCode(code: string): string | null {
  if (AWAY.test(code)) return `The other side could not be reached (${code}).`
  if (code === 'ENOSPC' || code === '53100') return 'There was no room left on the disk.'
  if (code === 'ENOENT') return 'A file that it needs is missing.'
  if (/^(08|53|57)[0-9A-Z]{3}$/.test(code)) return 'The database was away or had no room.'
  if (/^(40|55)[0-9A-Z]{3}$/.test(code)) return 'The database was busy with other changes.'
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) ? `The database did not accept it (${code}).` : null
}

/** Why a job failed, in words for people who run the product: nothing about a person, and no trace of the code. */
export function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return ofText(typeof error === 'string' ? error : '')
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'No answer came in time.'
  const known = error instanceof Refusal ? null : ofCode(codeOf(error) ?? '')
  if (known) return known
  if (FAULTS.has(error.name)) return `A fault in Keyturn (${error.name}). The log of the server says more.`
  return ofText(error.message)
}

function ofText(text: string): string {
  const [line = ''] = withoutPeople(text).trim().split('\n')
  const known = ofQueue.find(([pattern]) => pattern.test(line))?.[1]
  return known ?? (line === '' ? 'No reason was given.' : line.slice(0, MAX_LENGTH))
}

/** What the queue keeps of a failed try. */
export interface FailedTry {
  why: string
}

/** Reads what the queue kept, also of a job that it gave up itself. */
export function whyOfOutput(output: unknown): string {
  if (typeof output !== 'object' || output === null) return ofText('')
  if ('why' in output && typeof output.why === 'string') return output.why
  const value = 'value' in output ? output.value : output
  if (typeof value === 'string') return ofText(value)
  return ofText(
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
      ? value.message
      : '',
  )
}
