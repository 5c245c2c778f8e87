import { parse } from 'qs'
import { MAX_VALUES } from '../../wire/json.ts'
import { Refusal } from '../errors.ts'

/** The most values that a query string may hold. */
export const MAX_QUERY_VALUES = 1000
/** Pairs of brackets in the names of a form, for each value that it may hold. */
const BRACKETS_PER_VALUE = 2

/**
 * Longer lists become objects with numbers for keys, which `coerce` reads as lists. As arrays, each of them could cost
 * as much as its highest index, however few values the request holds.
 */
const SHAPE = { arrayLimit: 100, depth: 5 }

/** The refusal of a request that holds more values than the server reads. */
export const tooManyValues = (max: number): Refusal =>
  new Refusal('too_large', `The request holds more than ${max.toLocaleString('en')} values.`)

/**
 * Reads a form body with nested and indexed keys (`a[0][b]=1`, `type[]=x`). Throws the refusal of one with more values,
 * or more brackets, than the server reads: cut short, it would say something else than the caller meant.
 */
export function parseForm(text: string): Record<string, unknown> {
  const brackets = ['[', '%5B', '%5b'].reduce((sum, sign) => sum + countOf(text, sign), 0)
  if (countOf(text, '&') >= MAX_VALUES || brackets > MAX_VALUES * BRACKETS_PER_VALUE) throw tooManyValues(MAX_VALUES)
  return { ...parse(text, { ...SHAPE, parameterLimit: MAX_VALUES }) }
}

/**
 * Reads a query string. The router calls it before any hook runs and expects no error, so what is too long is cut here,
 * and refused by `refuseLongQuery` before anybody reads it.
 */
export const parseQuery = (text: string): Record<string, unknown> => ({
  ...parse(text, { ...SHAPE, parameterLimit: MAX_QUERY_VALUES }),
})

/** Throws the refusal of an address with more values than `parseQuery` reads. */
export function refuseLongQuery(url: string): void {
  if (countOf(url, '&') >= MAX_QUERY_VALUES) throw tooManyValues(MAX_QUERY_VALUES)
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) count++
  return count
}
